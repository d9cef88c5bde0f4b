/** Rows of the directory in the picture: what each says, and what the look-up has to do with it. */

import { count } from '../../../render/format';
import { wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { boxed } from '../../stage-kit/svg-marks';
import type { HostMapPicture } from './model';
import { address, MAP_STATES, placeShort, placeWords, policyWords } from './names';
import type { Places, RowPlace } from './places';
import { phaseOf } from './scene';

/** Rows lower than this, in sizes of text, have no second line. */
const SECOND_LINE = 2.5;
/** At the right edge of a row stands the disc of a step. */
const DISC = 1.1;
/** Long numbers are written a little smaller, so that columns keep apart. */
const LONG = 0.88;

export function rowHeads({ columns, heads_y, rows, text_px: t, sections }: Places, policy: string): SVGElement[] {
  const [directory] = sections;
  const box = rows[0]?.box ?? { x: 0, width: directory?.width ?? 0 };
  const at = (share: number): number => box.x + box.width * share;
  return [
    words(at(columns.id), heads_y, 'id', t, 'is-quiet'),
    words(at(columns.worth), heads_y, policyWords(policy).worth, t, 'is-quiet', 'end'),
    words(at(columns.on_ssd), heads_y, 'on SSD', t, 'is-quiet'),
    words(at(columns.in_cache), heads_y, 'in cache', t, 'is-quiet'),
  ];
}

export function rowNode(
  { row, box, after_gap }: RowPlace,
  picture: HostMapPicture,
  { columns, text_px: t }: Pick<Places, 'columns' | 'text_px'>,
): SVGGElement {
  const { walk } = picture;
  const asked = walk?.id === row.id;
  const leaves = walk?.victim?.id === row.id;
  const from = leaves ? (walk.victim?.from ?? null) : null;
  const was = from && (from[0] !== row.line || from[1] !== row.offset) ? from : null;
  const two_lines = was !== null && box.height >= SECOND_LINE * t;
  const y = box.y + box.height / 2;
  const ssd_room = (columns.in_cache - columns.on_ssd) * box.width - 0.3 * t;
  const at = (share: number): number => box.x + box.width * share;
  const kind = `host-row${asked ? ' is-asked' : ''}${leaves ? ' is-leaving' : ''}`;
  const hit = asked && walk.hit && phaseOf(2, picture) !== 'ahead' ? ' is-hit' : '';
  return svg(
    'g',
    { class: kind + hit },
    svg('title', {}, rowWords(picture, row)),
    boxed('host-row-body', box),
    after_gap ? words(at(columns.id), box.y - t * 0.12, '⋯', t, 'is-quiet') : null,
    words(at(columns.id), y, count(row.id), t * 1.2, 'is-bold'),
    words(at(columns.worth), y, row.hotness === 0 ? '' : count(row.hotness), t, '', 'end'),
    words(at(columns.on_ssd), two_lines ? y - t * 0.55 : y, placeName(row), fitted(placeName(row), ssd_room, t)),
    two_lines && was ? wasNode(placeShort(was), at(columns.on_ssd), y + t * 0.65, ssd_room, t) : null,
    words(
      at(columns.in_cache),
      y,
      row.address === null ? '–' : address(row.address),
      fitted(address(row.address ?? 0), (1 - columns.in_cache) * box.width - DISC * t, t),
    ),
  );
}

const placeName = ({ line, offset }: RowPlace['row']): string =>
  line === null || offset === null ? '–' : placeShort([line, offset]);

/** Where it was before: in words, or where there is no room for those, struck out. */
function wasNode(place: string, x: number, y: number, room: number, t: number): SVGTextElement {
  const told = `was ${place}`;
  if (wordsWidth(told, t * LONG) <= room) return words(x, y, told, t * LONG, 'is-quiet');
  return words(x, y, place, fitted(place, room, t * LONG), 'is-quiet is-struck');
}

/** Size of text that keeps to its column. */
const fitted = (text: string, room: number, t: number): number =>
  Math.max(t * 0.72, Math.min(t, t * (room / wordsWidth(text, t))));

export function words(
  x: number,
  y: number,
  text: string,
  px: number,
  kind = '',
  anchor: 'start' | 'middle' | 'end' = 'start',
): SVGTextElement {
  const at = { x: x.toFixed(1), y: (y + px * 0.36).toFixed(1) };
  return svg(
    'text',
    { class: `host-words ${kind}`.trim(), ...at, 'font-size': px.toFixed(1), 'text-anchor': anchor },
    text,
  );
}

/** A row of the directory in a sentence. */
export function rowWords({ map }: HostMapPicture, row: RowPlace['row']): string {
  const { id, line, offset, hotness } = row;
  const where = line === null || offset === null ? 'nowhere on the SSD' : `on the SSD at ${placeWords([line, offset])}`;
  const state = row.address === null ? 'not in memory' : `${MAP_STATES[row.dirty ? 2 : 1]} at ${address(row.address)}`;
  const worth = `${policyWords(map?.policy ?? '').worth} ${count(hotness)}`;
  return `Map block ${count(id)}: ${worth}, ${where}, ${state}${row.journal ? ', has entries of the journal' : ''}`;
}
