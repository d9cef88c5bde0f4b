/** The way of the lamp: numbered discs where the steps happen, connectors in the gutters between the places. */

import type { Point } from '../../../render/geometry';
import type { Display } from '../../../ui/display';
import { h, svg } from '../../../ui/dom';
import { arrowHeads, roundedPath } from '../../stage-kit/connectors';
import type { LookUp, Step, Stop } from './look-up';
import './lookup-path.css';

/** Where things stand, relative to the overlay. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Places {
  /** By stop; null for what is not in sight. */
  stops: Readonly<Record<Stop, Box | null>>;
  /** Right edge of the cache, edges of the directory, left edge of the flash. */
  cache_right: number;
  directory: Box;
  flash_left: number;
  /** Below the directory's rows: where connectors pass under it. */
  under: number;
}

export interface Connector {
  stop: Stop;
  kind: 'pointer' | 'read' | 'program';
  points: readonly Point[];
}

const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;
const LANE_PX = 9;
/** Between the two columns of the cache. */
const COLUMN_GAP_PX = 14;

/** Out of a row of the cache to its right edge; from the left column over the first row of the right one. */
function outOf(box: Box, cache_right: number): Point[] {
  const y = middle(box);
  if (box.right > cache_right - 2) return [{ x: cache_right, y }];
  const gutter = box.right + COLUMN_GAP_PX / 2;
  const above = box.top - 5;
  return [
    { x: box.right, y },
    { x: gutter, y },
    { x: gutter, y: above },
    { x: cache_right, y: above },
  ];
}

/** The connectors of a look-up: from the cache to the directory, on to the translation page, back with the entry, to the data. */
export function connectorsOf({ stops, cache_right, directory, flash_left, under }: Places, hit: boolean): Connector[] {
  const lane = (n: number): number => cache_right + 10 + n * LANE_PX;
  const far = (n: number): number => flash_left - 10 - n * LANE_PX;
  const passing = (from: Point, to: Point, n: number): Point[] => {
    const y = under + 8 + n * LANE_PX;
    const [first, last] = from.x < to.x ? [lane(n), far(n)] : [far(n), lane(n)];
    return [from, { x: first, y: from.y }, { x: first, y }, { x: last, y }, { x: last, y: to.y }, to];
  };
  const connectors: Connector[] = [];
  const { cache, directory: row, page, victim, data } = stops;
  if (cache && row && !hit) {
    const x = lane(0);
    const [from, to] = [middle(cache), middle(row)];
    connectors.push({
      stop: 'directory',
      kind: 'pointer',
      points: [
        { x: cache_right, y: from },
        { x, y: from },
        { x, y: to },
        { x: directory.left, y: to },
      ],
    });
  }
  if (row && page) {
    const y = middle(row);
    connectors.push({
      stop: 'page',
      kind: 'pointer',
      points: [
        { x: directory.right, y },
        { x: flash_left, y },
      ],
    });
  }
  if (victim && stops['new-page']) {
    const to = { x: flash_left, y: middle(stops['new-page']) - 6 };
    connectors.push({
      stop: 'new-page',
      kind: 'program',
      points: passing({ x: cache_right, y: middle(victim) }, to, 1),
    });
  }
  if (page && cache) {
    const from = { x: flash_left, y: middle(page) + 8 };
    connectors.push({ stop: 'page', kind: 'read', points: passing(from, { x: cache_right, y: middle(cache) + 8 }, 2) });
  }
  if (data && cache) {
    const out = outOf(cache, cache_right);
    const x = lane(3);
    const [from, to] = [out.at(-1)?.y ?? 0, middle(data)];
    connectors.push({
      stop: 'data',
      kind: 'pointer',
      points: [...out, { x, y: from }, { x, y: to }, { x: data.left, y: to }],
    });
  }
  return connectors;
}

/** Where the disc of a step stands: at the edge of its place, so that nothing written there is covered. */
function discAt(stop: Stop, box: Box): Point {
  const y = middle(box);
  if (stop === 'new-page') return { x: box.right + 38, y };
  if (stop === 'old-page') return { x: box.right + 13, y };
  if (stop === 'request') return { x: box.right - 12, y };
  if (stop === 'cache' || stop === 'victim') return { x: box.right + 1, y };
  return { x: box.left - 11, y };
}

export function connectorsLayer(): Display<[look_up: LookUp | null, places: Places | null, move: number]> {
  const drawing = svg('svg', { class: 'map-connectors', width: '100%', height: '100%' });
  const discs = h('div', { class: 'map-discs' });
  const element = h('div', { class: 'map-overlay', 'aria-hidden': 'true' }, drawing, discs);
  /** Where the lamp stood last. */
  let lamp: Point | null = null;

  function disc(step: Step, number: number, box: Box, move_ms: number): HTMLElement {
    const at = discAt(step.stop, box);
    const place = ({ x, y }: Point): string => `translate(${x - 11}px, ${y - 11}px)`;
    const shown = h('span', { class: `step-number is-${step.state}` }, number);
    shown.style.transform = place(at);
    if (step.state === 'now') {
      if (lamp && move_ms > 0) {
        shown.animate([{ transform: place(lamp) }, { transform: place(at) }], {
          duration: move_ms,
          easing: 'cubic-bezier(.45,.05,.2,1)',
        });
      }
      lamp = at;
    }
    return shown;
  }

  return {
    element,
    show(look_up, places, move_ms) {
      if (!look_up || !places) {
        drawing.replaceChildren();
        discs.replaceChildren();
        lamp = null;
        return;
      }
      const state = (stop: Stop): Step['state'] => look_up.steps.find((step) => step.stop === stop)?.state ?? 'ahead';
      const wanted = connectorsOf(places, look_up.hit).filter(({ stop }) =>
        look_up.steps.some((step) => step.stop === stop),
      );
      // What is under way lies over what is done, and that over what is to come.
      const order = ['ahead', 'done', 'now'];
      wanted.sort((a, b) => order.indexOf(state(a.stop)) - order.indexOf(state(b.stop)));
      drawing.replaceChildren(
        arrowHeads('map'),
        ...wanted.map((connector) => connectorPath(connector, state(connector.stop), move_ms)),
      );
      const steps = look_up.steps.map((step, i) => ({ step, number: i + 1, box: places.stops[step.stop] }));
      discs.replaceChildren(
        ...steps.flatMap(({ step, number, box }) => (box ? [disc(step, number, box, move_ms)] : [])),
      );
    },
  };
}

function connectorPath({ kind, points }: Connector, state: Step['state'], move_ms: number): SVGElement {
  const drawn = state === 'now' && move_ms > 0;
  const path = svg('path', {
    class: `map-connector is-${kind} is-${state}${drawn ? ' is-drawn' : ''}`,
    d: roundedPath(points),
    pathLength: 1,
    'marker-end': `url(#map-head-${state === 'ahead' ? 'ahead' : 'ink'})`,
  });
  const casing = svg('path', { class: `map-connector-casing is-${kind} is-${state}`, d: roundedPath(points) });
  return svg('g', {}, casing, path);
}
