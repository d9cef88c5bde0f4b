/** Beside the stage: why the device did what it did, and what came of it so far. */

import { valueAt } from '../../app/experiment';
import { stageShown } from '../../app/stage-choice';
import type { View, ViewContext } from '../../app/view';
import type { Charts, Frame, Geometry, Position } from '../../engine/protocol';
import { throttled } from '../../render/throttle';
import { victimOf } from '../stage/victim';
import { drawAmplification } from './amplification';
import { decisionTable, type When } from './decision';
import { drawErases } from './erases';
import type { HostMapPanel } from './host-map';
import { drawLatency, requestScale } from './latency';
import { type LatestDecision, latestDecision } from './latest-decision';
import { drawMapCache } from './map-cache';
import { drawMerges } from './merges';
import { drawPageCache } from './page-cache';
import { panel } from './panel';
import type { StripePanels } from './stripes';
import { drawTail } from './tail';
import { drawWriteBuffer } from './write-buffer';
import './rail.css';

const geometryOf = (context: ViewContext): Pick<Geometry, 'blocks' | 'pages_per_block'> =>
  context.state().opened?.geometry ?? { blocks: 0, pages_per_block: 1 };

/** 15 a second: as often as a changing chart can be read. */
const REDRAW_MS = 67;

/** Whether the latest choice is still to be carried out, is being, or has been: no longer told, and its block no longer being collected. */
function whenOf(frame: Frame): When {
  const { decision } = frame;
  const chosen = decision?.rows.find((row) => row.chosen);
  if (!decision || !chosen) return 'past';
  // The device has made up its mind; the next operation carries it out.
  if (decision.op >= frame.position.op) return 'next';
  if (chosen.block !== null && chosen.block === victimOf(frame)) return 'now';
  return frame.headline.causes.some(({ op }) => op === decision.op) ? 'now' : 'past';
}

/** Draws in `root`. */
export function createRail(context: ViewContext, root: HTMLElement): View {
  const seek = (x: number): void => {
    const position = context.state().frame?.position;
    if (!position) return;
    const request = Math.round(requestScale(position, latency.width()).invert(x));
    context.run('transport.seek-request', { request: Math.min(Math.max(request, 0), position.requests) });
  };
  const decision = decisionTable();
  const latency = panel('Response time', 98, seek);
  const amplification = panel('Write amplification', 60, seek);
  const merges = panel('Merges', 36, null);
  const map_cache = panel('Map cache', 54, null);
  const page_cache = panel('Pages in RAM', 68, null);
  const write_buffer = panel('Write buffer', 84, null);
  const tail = panel('Latency tail', 90, null);
  const erases = panel('Erases per block', 80, null);
  let stripes: StripePanels | null = null;
  let loading: Promise<void> | null = null;
  let map_hits: HostMapPanel | null = null;
  let loading_hits: Promise<void> | null = null;
  const charts = [latency, map_cache, page_cache, write_buffer, merges, amplification, tail, erases];
  root.append(decision.element, ...charts.map((chart) => chart.element));

  /** The charts of a device with stripes come with the first such device. */
  async function loadStripes(): Promise<void> {
    const { stripePanels } = await import('./stripes');
    stripes = stripePanels(context.run);
    decision.element.after(...stripes.panels.map((one) => one.element));
    drawLatest();
  }

  /** So does that of a device whose host fetches its map in blocks. */
  async function loadMapHits(): Promise<void> {
    const { hostMapPanel } = await import('./host-map');
    map_hits = hostMapPanel();
    map_cache.element.before(map_hits.panel.element);
    drawLatest();
  }

  function drawMapHits(data: Charts, position: Position, width: number): void {
    if (data.openchannel && !loading_hits) loading_hits = loadMapHits();
    if (map_hits) map_hits.panel.element.hidden = !data.openchannel;
    map_hits?.draw(data, position, width);
  }

  function drawStripes(data: Charts, position: Position, width: number): void {
    if (data.ttflash && !loading) loading = loadStripes();
    for (const { element } of stripes?.panels ?? []) element.hidden = !data.ttflash;
    tail.element.hidden = Boolean(data.ttflash);
    // The stage with stripes tells its choice itself, at length.
    decision.element.hidden = stageShown(context.state()).stage === 'stripes';
    const { baselines, opened } = context.state();
    const series = String(opened && valueAt(opened.document, 'ftl.series'));
    stripes?.draw(data, position, baselines, series, width);
  }

  function draw(data: Charts, position: Position): void {
    const width = latency.width();
    if (width === 0) return;
    drawStripes(data, position, width);
    drawMapHits(data, position, width);
    latency.show(drawLatency(data.latency, position, width, latency.height));
    amplification.show(drawAmplification(data, position, width, amplification.height));
    merges.element.hidden = data.merges === null;
    map_cache.element.hidden = data.map_cache === null;
    page_cache.element.hidden = data.page_cache === null;
    write_buffer.element.hidden = data.buffer === null;
    root.toggleAttribute('data-two-choices', data.page_cache !== null);
    if (data.merges) merges.show(drawMerges(data.merges, width));
    if (data.map_cache) map_cache.show(drawMapCache(data.map_cache, width));
    if (data.page_cache) page_cache.show(drawPageCache(data.page_cache, geometryOf(context).pages_per_block, width));
    if (data.buffer) write_buffer.show(drawWriteBuffer(data.buffer, width));
    tail.show(drawTail(data.tail, width, tail.height));
    erases.show(drawErases(data.erases, geometryOf(context).blocks, width, erases.height));
  }

  const drawSometimes = throttled(REDRAW_MS, draw);
  let drawn: Charts | null = null;
  let latest: LatestDecision | null = null;

  function drawLatest(): void {
    const frame = context.state().frame;
    if (frame?.charts) draw(frame.charts, frame.position);
  }
  new ResizeObserver(drawLatest).observe(root);

  return {
    element: root,
    render({ frame, baselines }, previous) {
      if (!frame) return;
      latest = latestDecision(frame, latest);
      decision.show(latest?.decision ?? null, whenOf(frame));
      if (!frame.charts || (frame.charts === drawn && baselines === previous?.baselines)) return;
      drawn = frame.charts;
      drawSometimes(frame.charts, frame.position);
    },
  };
}
