/** The ways of pages between their places: through the gutters, never across other blocks. Down at the left, up at the right. */

import type { Point, Rect } from '../../../render/geometry';
import { badgeOf } from '../paths';
import { type Figure, laneX } from './figure';
import { type ClashLayout, columnCell, placeIn, placeOnFlash, trayRect } from './layout';
import type { Path } from './paths';
import { pathsHere } from './paths';
import { atGate, type ClashPicture, columnLeft, decisionHere, goesDown, movesHere, slotAtWork } from './picture';
import type { Connector } from './scene';

/** More pages than this go as one bundle, on one connector. */
export const FAN_MAX = 8;
/** Connectors leave and reach a column this far from its middle, so that its name stays clear. */
const ASIDE = 0.3;
/** Height of a caption with its distance from what it is below, in sizes of text. */
const CAPTION_TEXTS = 1.5;
/** A connector has to be seen to begin. */
const CONNECTOR_MIN_PX = 4;
/** How far beside a tray a connector runs. */
const BESIDE_PX = 8;

interface Ground {
  layout: ClashLayout;
  figure: Figure;
}

const top = ({ x, width, y }: Rect): Point => ({ x: x + width / 2, y });

/** Where a connector to a place of the block on flash ends, or one from there begins: at the block's edge. */
const aboveFlash = ({ work }: ClashLayout, place: Rect): Point => ({ x: top(place).x, y: work.rect.y });

/** Into a place of a tray from the gutter above all trays; those of lower rows are reached beside the rows above. */
function intoTray({ layout }: Ground, slot: number, to: Rect, gutter: number): Point[] {
  const tray = trayRect(layout, slot);
  const end = { x: top(to).x, y: tray.y };
  if (slot < layout.trays.columns) return [{ x: end.x, y: gutter }, end];
  const beside = tray.x - BESIDE_PX;
  return [{ x: beside, y: gutter }, { x: beside, y: tray.y - 4 }, { x: end.x, y: tray.y - 4 }, end];
}

/** Out of a tray at its right, up to the gutter above all trays. */
function outOfTray({ layout }: Ground, slot: number, gutter: number): Point[] {
  const { x, y, width, height } = trayRect(layout, slot);
  const right = x + width;
  return [
    { x: right, y: y + height / 2 },
    { x: right + BESIDE_PX, y: y + height / 2 },
    { x: right + BESIDE_PX, y: gutter },
  ];
}

/** From a place in a tray down to the gutter above the flash; past a tray below it, beside both. */
function belowTray({ layout }: Ground, slot: number, from: Rect, gutter: number): Point[] {
  const { x, y, width, height } = trayRect(layout, slot);
  const has_below = slot + layout.trays.columns < layout.trays.count;
  const middle = from.x + from.width / 2;
  // Below a tray stands its caption: a connector comes into sight beneath it.
  if (!has_below)
    return [
      {
        x: middle,
        y: Math.max(y + height, Math.min(y + height + layout.text_px * CAPTION_TEXTS, gutter - CONNECTOR_MIN_PX)),
      },
      { x: middle, y: gutter },
    ];
  const beside = x + width + BESIDE_PX;
  return [
    { x: x + width, y: y + height * 0.7 },
    { x: beside, y: y + height * 0.7 },
    { x: beside, y: gutter },
  ];
}

export const routes = {
  /** C, and B the other way round. */
  hostToColumn({ layout, figure }: Ground, to: Rect): Point[] {
    const { tile } = figure;
    const end = top(to);
    const turn = layout.rail.x - 7;
    const y = tile.y + tile.height / 2;
    return [
      { x: tile.x, y },
      { x: turn, y },
      { x: turn, y: layout.connectors.top },
      { x: end.x, y: layout.connectors.top },
      end,
    ];
  },
  /** D. */
  hostToTray(ground: Ground, slot: number, to: Rect): Point[] {
    const { layout, figure } = ground;
    const x = laneX(layout, 2);
    const { host } = figure.stations;
    return [
      { x, y: host.y + host.height },
      { x, y: layout.connectors.down },
      ...intoTray(ground, slot, to, layout.connectors.down),
    ];
  },
  /** E. */
  trayToHost(ground: Ground, slot: number, from: Rect): Point[] {
    const { layout, figure } = ground;
    const x = laneX(layout, 3);
    const { host } = figure.stations;
    return [
      ...intoTray(ground, slot, from, layout.connectors.up).toReversed(),
      { x, y: layout.connectors.up },
      { x, y: host.y + host.height },
    ];
  },
  /** A. */
  flashToHost({ layout, figure }: Ground, from: Rect): Point[] {
    const x = laneX(layout, 4);
    const start = aboveFlash(layout, from);
    const { flash_up } = layout.connectors;
    const { host } = figure.stations;
    return [start, { x: start.x, y: flash_up }, { x, y: flash_up }, { x, y: host.y + host.height }];
  },
  /** G. */
  columnToTray(ground: Ground, column: number, slot: number, to: Rect): Point[] {
    const { layout } = ground;
    const { x, width } = columnCell(layout, column, 0);
    const start = x + width * (0.5 - ASIDE);
    const { down } = layout.connectors;
    return [{ x: start, y: layout.columns.foot + 3 }, { x: start, y: down }, ...intoTray(ground, slot, to, down)];
  },
  /** F. */
  trayToColumn(ground: Ground, slot: number, column: number): Point[] {
    const { layout } = ground;
    const { x, width } = columnCell(layout, column, 0);
    const end = x + width * (0.5 + ASIDE);
    const { up } = layout.connectors;
    return [...outOfTray(ground, slot, up), { x: end, y: up }, { x: end, y: layout.columns.foot + 3 }];
  },
  /** I. */
  trayToFlash(ground: Ground, slot: number, from: Rect, to: Rect): Point[] {
    const { flash_down } = ground.layout.connectors;
    const end = aboveFlash(ground.layout, to);
    return [...belowTray(ground, slot, from, flash_down), { x: end.x, y: flash_down }, end];
  },
  /** J. */
  flashToTray(ground: Ground, slot: number, from: Rect, to: Rect): Point[] {
    const { flash_up } = ground.layout.connectors;
    const start = aboveFlash(ground.layout, from);
    return [start, { x: start.x, y: flash_up }, ...belowTray(ground, slot, to, flash_up).toReversed()];
  },
  /** I, out of page slots: beside the trays. */
  pagesToFlash({ layout }: Ground, to: Rect): Point[] {
    const end = aboveFlash(layout, to);
    const beside = layout.inner.x - BESIDE_PX;
    const { flash_down } = layout.connectors;
    return [{ x: beside, y: layout.columns.foot + 3 }, { x: beside, y: flash_down }, { x: end.x, y: flash_down }, end];
  },
};

const connector = (path: Path, points: Point[]): Connector => ({ path, points, badge: badgeOf(points), ahead: false });

/** A connector to the flash or up from it: its letter stands in the gutter, clear of the words below the trays. */
function flashConnector({ layout }: Ground, path: 'I' | 'J', points: Point[], ahead = false): Connector {
  const { flash_up, flash_down } = layout.connectors;
  const turns = points.filter(({ y }) => y === flash_up || y === flash_down);
  const [from, to] = [turns[0], turns.at(-1)];
  const badge = from && to ? { x: (from.x + to.x) / 2, y: from.y } : badgeOf(points);
  return { path, points, badge, ahead };
}

/** The connectors of the present operation, as they stay until the next one. */
export function connectorsOf(picture: ClashPicture, layout: ClashLayout, figure: Figure): Connector[] {
  const ground = { layout, figure };
  const { act } = picture.cache;
  if (!act) return [];
  const moves = movesHere(picture);
  const found: Connector[] = [];
  for (const move of moves) {
    const { from_slot, to, offsets } = move;
    if (goesDown(move) && to.place === 'block') {
      const tray = trayRect(layout, to.slot);
      const fans = offsets.length <= FAN_MAX && layout.trays.cell.per_line >= picture.pages_per_block;
      const ends = fans ? offsets.map((offset) => placeIn(layout, tray, offset)) : [tray];
      for (const end of ends)
        found.push(connector('G', routes.columnToTray(ground, columnLeft(picture, move), to.slot, end)));
    } else if (to.place === 'pages' && from_slot !== null) {
      const column = picture.cache.sets.find(({ lbn }) => lbn === move.lbn)?.column;
      if (column !== undefined) found.push(connector('F', routes.trayToColumn(ground, from_slot, column)));
    }
  }
  return [...found, ...hostConnectors(picture, ground), ...flushConnectors(picture, ground)];
}

function hostConnectors(picture: ClashPicture, ground: Ground): Connector[] {
  const { act } = picture.cache;
  const gate = atGate(picture);
  if (!gate?.served || !act) return [];
  const { layout } = ground;
  const { pages_per_block, cache } = picture;
  const [lbn, offset] = [Math.floor(gate.lpn / pages_per_block), gate.lpn % pages_per_block];
  return pathsHere(picture).flatMap((path): Connector[] => {
    if (path === 'C' || path === 'B') {
      const set = cache.sets.find((one) => one.lbn === lbn);
      if (!set) return [];
      // To the top of the column: the page stands among the others.
      const way = routes.hostToColumn(ground, columnCell(layout, set.column, set.offsets.length - 1));
      return [connector(path, path === 'C' ? way : way.toReversed())];
    }
    if ((path === 'D' || path === 'E') && act.slot !== null) {
      const place = placeIn(layout, trayRect(layout, act.slot), offset);
      return [
        // Beside the stations the path itself is lit.
        path === 'D'
          ? connector(path, routes.hostToTray(ground, act.slot, place).slice(1))
          : connector(path, routes.trayToHost(ground, act.slot, place).slice(0, -1)),
      ];
    }
    return path === 'A' ? [connector('A', routes.flashToHost(ground, placeOnFlash(layout, offset)).slice(0, -1))] : [];
  });
}

/** To the flash and up from it: the page of this step; at the beginning of a flush, the way that all will go. */
function flushConnectors(picture: ClashPicture, ground: Ground): Connector[] {
  const { act, flush } = picture.cache;
  const { layout } = ground;
  if (!act || !(act.purpose === 'flush' || act.purpose === 'rewrite')) return [];
  const offset = act.lpn === null ? 0 : act.lpn % picture.pages_per_block;
  const place = placeOnFlash(layout, offset);
  const slot = slotAtWork(picture);
  if (slot === null)
    return act.kind === 'program' ? [flashConnector(ground, 'I', routes.pagesToFlash(ground, place))] : [];
  const source = placeIn(layout, trayRect(layout, slot), offset);
  if (act.kind === 'program') return [flashConnector(ground, 'I', routes.trayToFlash(ground, slot, source, place))];
  if (act.kind === 'read' && act.purpose === 'rewrite')
    return [flashConnector(ground, 'J', routes.flashToTray(ground, slot, place, source))];
  const announced = act.kind === 'flush-start' && decisionHere(picture) !== null;
  if (!announced || !flush) return [];
  const first = flush.offsets[0] ?? 0;
  const from = placeIn(layout, trayRect(layout, slot), first);
  return [flashConnector(ground, 'I', routes.trayToFlash(ground, slot, from, placeOnFlash(layout, first)), true)];
}
