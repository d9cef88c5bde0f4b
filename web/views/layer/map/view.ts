/** The stage of layers that keep their map on flash: the way of a look-up, what is cached, and what a collection changes. */

import { valueAt } from '../../../app/experiment';
import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Frame, Geometry, MapView } from '../../../engine/protocol';
import { type Colours, readColours, themeKey, tokensOf } from '../../../render/colours';
import { count } from '../../../render/format';
import { throttled } from '../../../render/throttle';
import { h, setText } from '../../../ui/dom';
import { motionMode } from '../../stage/cells/motion-plan';
import type { LayerStage } from '../layer';
import { blocksPanel } from './blocks';
import { cachePanel } from './cache';
import { fieldPanel } from './field';
import { type Costs, type LookUp, lookUp, pageOf, type Stop } from './look-up';
import { type Box, connectorsLayer, type Places } from './lookup-path';
import { stepsPanel } from './steps';
import { tables } from './tables';
import { updatesPanel } from './updates';
import './map.css';

/** 15 a second while playing fast: as often as it can be read. */
const REDRAW_MS = 67;
/** How long an entry travels, and the lamp hops, at normal speed. */
const TRAVEL_MS = 420;
const HOP_MS = 260;
/** Below this the places stand one under the other, and connectors between them would cross words. */
const CONNECTORS_MIN_PX = 560;

export function mapStageView(context: ViewContext): LayerStage {
  const steps = stepsPanel();
  const cache = cachePanel();
  const rows = tables();
  const connectors = connectorsLayer();
  const field = fieldPanel();
  const updates = updatesPanel();
  const blocks = blocksPanel();
  const request = h('p', { class: 'map-request' });
  const where = h(
    'div',
    { class: 'map-where' },
    request,
    cache.element,
    rows.directory,
    rows.flash,
    connectors.element,
  );
  const low = h('div', { class: 'map-low' }, field.element, updates.element, blocks.element);
  const element = h('div', { class: 'map-stage' }, h('div', { class: 'map-high' }, steps.element, where), low);

  let colours: Colours | null = null;
  let theme = '';
  let drawn: { frame: Frame; size: string } | null = null;
  let over_ms = 0;
  let latest: (() => void) | null = null;

  const drawSometimes = throttled(REDRAW_MS, draw);
  new ResizeObserver(() => latest?.()).observe(element);

  /** Milliseconds that the lamp may take; 0 where nothing is to be seen moving. */
  function hop(frame: Frame, state: AppState): number {
    const before = drawn?.frame;
    const forward = before !== undefined && before.epoch === frame.epoch && before.position.op < frame.position.op;
    const moves = forward && context.motion() && motionMode(state.playing, state.speed) === 'travel';
    return moves ? HOP_MS / (state.playing ? Math.max(1, state.speed) : 1) : 0;
  }

  function draw(frame: Frame, map: MapView, geometry: Geometry, state: AppState): void {
    const token = tokensOf(element);
    const size = `${element.clientWidth} ${element.clientHeight} ${devicePixelRatio} ${themeKey(token)}`;
    if (drawn?.frame === frame && drawn.size === size) return;
    if (!colours || themeKey(token) !== theme) {
      theme = themeKey(token);
      colours = readColours(token);
    }
    const move_ms = hop(frame, state);
    element.classList.toggle('is-still', move_ms === 0);
    drawn = { frame, size };
    over_ms = performance.now() + (move_ms * TRAVEL_MS) / HOP_MS;
    const costs = costsOf(state);
    const look_up = lookUp(frame, geometry, costs, kindOf(state) === 'cftl');
    steps.show(look_up);
    setText(request, look_up ? `page ${count(look_up.lpn)} → translation page ${count(look_up.page)}` : '');
    cache.show(map, look_up, geometry, (move_ms * TRAVEL_MS) / HOP_MS);
    rows.show(frame, map, look_up, geometry, colours);
    // Whether there are two panels or three decides how wide they are.
    blocks.element.hidden = kindOf(state) !== 'cftl';
    blocks.show(frame, map, geometry);
    field.show(frame, map, look_up, colours);
    updates.show(frame, map, geometry, costs);
    connectors.show(look_up, look_up && placesOf(look_up, map), move_ms);
  }

  function placesOf(look_up: LookUp, map: MapView): Places | null {
    const ground = where.getBoundingClientRect();
    if (ground.width < CONNECTORS_MIN_PX) return null;
    const box = (target: HTMLElement | null): Box | null => {
      if (!target || target.clientHeight === 0) return null;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      return {
        left: left - ground.left,
        right: right - ground.left,
        top: top - ground.top,
        bottom: bottom - ground.top,
      };
    };
    const victim = look_up.victim?.lpn ?? null;
    const victim_row = victim === null ? null : rows.flashRow(pageOf(victim, map));
    const directory = box(rows.directory);
    const last_row = box(rows.directory.lastElementChild as HTMLElement);
    if (!directory) return null;
    const stops: Record<Stop, Box | null> = {
      request: box(request),
      cache: box(cache.anchor(look_up.lpn)),
      victim: box(look_up.victim ? cache.exit() : null),
      'old-page': box(victim_row),
      'new-page': box(victim_row),
      directory: box(rows.directoryRow(look_up.page)),
      page: box(rows.flashRow(look_up.page)),
      data: box(rows.data),
    };
    return {
      stops,
      cache_right: box(cache.element)?.right ?? 0,
      directory,
      flash_left: box(rows.flash)?.left ?? 0,
      under: last_row?.bottom ?? directory.bottom,
    };
  }

  return {
    element,
    settled: () => performance.now() >= over_ms,
    show(frame, geometry, state) {
      const { map } = frame.layer;
      if (!map) return;
      latest = () => draw(frame, map, geometry, state);
      if (state.playing && motionMode(true, state.speed) !== 'travel') drawSometimes(frame, map, geometry, state);
      else latest();
    },
  };
}

const kindOf = ({ opened }: AppState): unknown => opened && valueAt(opened.document, 'ftl.kind');

/** What a page read and a program cost, bus and command included. */
function costsOf({ opened }: AppState): Costs {
  const ns = (field: string): number => Number((opened && valueAt(opened.document, `device.${field}`)) ?? 0);
  const moved_ns = ns('transfer_ns') + ns('command_ns');
  return { read_ns: ns('read_ns') + moved_ns, program_ns: ns('program_ns') + moved_ns };
}
