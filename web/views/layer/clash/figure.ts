/** At the right: the paper's figure, host above page area above block area above flash, with the paths that are taken now lit. */

import { clamp, type Rect } from '../../../render/geometry';
import { type Ink, pageAppearance } from '../../stage-kit/page-appearance';
import type { ClashLayout } from './layout';
import { ENDS, PATH_WORDS, PATHS, pathsHere, type Station } from './paths';
import { type AtGate, atGate, type ClashPicture, isFull } from './picture';
import { fitting, keyOf, type Scene, word } from './scene';

/** A station reaches over as many paths as end at it. */
const REACH: Readonly<Record<Exclude<Station, 'host'>, number>> = { pages: 2, blocks: 4, flash: 5 };

/** Between what the host asks for and the edges around it, both sides together, in sizes of text. */
const EDGES = 0.8;

/** Where the stations stand, and where the host's page waits. */
export interface Figure {
  stations: Record<Station, Rect>;
  tile: Rect;
}

export function figureOf({ text_px, rail, columns, trays, work, connectors }: ClashLayout): Figure {
  const height = text_px * 1.7;
  const station = (name: Exclude<Station, 'host'>, middle: number): Rect => ({
    x: rail.x,
    y: middle - height / 2,
    width: REACH[name] * rail.lane + 2,
    height,
  });
  const blocks_middle = (trays.first.y + connectors.flash_down) / 2 - text_px;
  const { host } = rail;
  const tile_px = Math.min(host.width - 10, 72 * (text_px / 12.5));
  const tile_height = 30 * (text_px / 12.5);
  return {
    stations: {
      host,
      pages: station('pages', Math.max(columns.foot - height / 2, host.y + host.height + text_px * 4)),
      blocks: station('blocks', blocks_middle),
      flash: station('flash', work.rect.y + work.rect.height / 2),
    },
    tile: {
      x: host.x + (host.width - tile_px) / 2,
      y: host.y + host.height - tile_height - 5,
      width: tile_px,
      height: tile_height,
    },
  };
}

export const laneX = ({ rail }: ClashLayout, lane: number): number => rail.x + (lane + 0.5) * rail.lane + 1;

export function figure(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink): Figure {
  const shape = figureOf(layout);
  const lit = new Set(pathsHere(picture));
  const { text_px } = ink;
  for (const [station, rect] of Object.entries(shape.stations) as [Station, Rect][]) {
    scene.stations.push({ station, rect });
    if (station !== 'host') {
      const text = fitting([station], rect.width + 4, 'quiet', text_px);
      scene.words.push(word(rect.x + rect.width / 2, rect.y + rect.height / 2, text, 'centre', 'quiet'));
    }
  }
  const radius = Math.min(text_px * 0.74, layout.rail.lane * 0.48);
  for (const path of PATHS) {
    const { from, to, lane } = ENDS[path];
    const [a, b] = [shape.stations[from], shape.stations[to]];
    const down = a.y < b.y;
    const x = laneX(layout, lane);
    const start = down ? a.y + a.height : a.y;
    const end = down ? b.y : b.y + b.height;
    const middle = (start + end) / 2;
    const badge = { x: x - radius, y: middle - radius, width: 2 * radius, height: 2 * radius };
    scene.wires.push({ path, x, from: start, to: end, badge, lit: lit.has(path) });
    const taken = lit.has(path) ? ', taken now' : '';
    scene.cells.push({
      key: '',
      part: 'path',
      rect: badge,
      appearance: { mark: 'free', label: path },
      lpn: null,
      words: `${PATH_WORDS[path]}${taken}`,
    });
  }
  host(scene, picture, layout, ink, shape);
  return shape;
}

function host(scene: Scene, picture: ClashPicture, { rail }: ClashLayout, ink: Ink, { tile }: Figure): void {
  const { text_px } = ink;
  const gate = atGate(picture);
  const y = rail.host.y + text_px * 0.95;
  const x = rail.host.x + rail.host.width / 2;
  if (!gate) {
    const { request } = picture.cache;
    const asks = request?.kind === 'host-trim' ? 'host: trim' : request?.kind === 'host-flush' ? 'host: flush' : 'host';
    scene.words.push(word(x, y, asks, 'centre', 'bold'));
    return;
  }
  scene.words.push(
    word(x, y, fitting(hostWords(gate), rail.host.width - EDGES * text_px, 'bold', text_px), 'centre', 'bold'),
  );
  const { lpn, served, asks } = gate;
  const { pages_per_block, cache } = picture;
  const text = `${Math.floor(lpn / pages_per_block)}\u00b7${lpn % pages_per_block}`;
  const full = pageAppearance(ink, 'valid', lpn, text, tile);
  const holds = asks === 'write' ? !served : served;
  scene.cells.push({
    key: keyOf.host,
    part: 'host',
    rect: tile,
    appearance: holds ? full : { mark: 'free', label: full.label ?? '', label_px: full.label_px ?? 0 },
    ...(holds ? {} : { ghost: true }),
    lpn,
    words: asks === 'write' ? (served ? 'written' : 'waits to be written') : served ? 'read' : 'to be read',
  });
  if (asks === 'write' && !served && isFull(cache)) {
    const below = rail.host.y + rail.host.height + 5;
    const reach = clamp(rail.lane * 2, 22, 50);
    scene.gate = { from: { x: rail.host.x, y: below }, to: { x: rail.host.x + reach, y: below } };
  }
}

function hostWords({ asks, pages, nth }: AtGate): string[] {
  const of = pages > 1 ? ` ${nth} of ${pages}` : '';
  return [`host: ${asks}${of}`, `${asks}${of}`, asks];
}
