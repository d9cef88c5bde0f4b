/** One half of "without and with": the pages of a stripe below their channels, the collection, and what becomes of the read. */

import type { TtflashMember, TtflashRead, TtflashView } from '../../../engine/core-types';
import { count } from '../../../render/format';
import { leastLabel } from '../../../render/label';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { rect, text } from '../../stage-kit/svg-marks';
import { ms } from './plane-words';
import { pageNodes, type SidePage } from './side-page';
import { type SidePlaces, sidePlaces } from './side-places';
import type { Side } from './story';

export interface SideSize {
  width: number;
  height: number;
  text_px: number;
}

export function sideNodes(side: Side, view: TtflashView, read: TtflashRead, size: SideSize): SVGElement[] {
  const { members } = read.stripe;
  const widest = Math.max(...members.map(({ lpn }) => wordsWidth(lpn === null ? 'P' : count(lpn), BOLD)));
  const at = sidePlaces(view.channels, read.channel, widest, size);
  const lit = side.read === 'rebuilt';
  const every = Math.ceil((size.text_px * (view.channels > 10 ? 2.3 : 1.7) * view.channels) / size.width);
  const ghost_parity = lit && !view.parity ? view.channels - 1 - (read.channel === view.channels - 1 ? 1 : 0) : null;
  const pages = read.stripe.members.map(
    (member): SidePage => ({
      member,
      stripe: read.stripe.stripe,
      fate: fateOf(side, view, read, member),
      is_parity: member.lpn === null || member.channel === ghost_parity,
    }),
  );
  return [
    ...hatched(side, read, at, size),
    ...pages.flatMap(({ member: { channel }, fate }) => wireTo(at, channel, fate, channel % every === 0, size)),
    ...pages.flatMap((page) => pageNodes(page, view, at, size.text_px)),
    ...(lit ? answer(read, at, size) : side.read === 'waits' ? [flag(read, at, size)] : []),
    ...foot(side, at, size),
  ];
}

function fateOf(side: Side, view: TtflashView, read: TtflashRead, { channel, plane }: TtflashMember): SidePage['fate'] {
  const missing = channel === read.channel;
  if (missing ? side.blocks === 'lost' : view.dead.includes(plane)) return 'lost';
  if (!missing && side.read === 'rebuilt') return 'read';
  // A read that waits because of another plane of its stripe: that one collects as well.
  return !missing && side.real && read.why === 'several' && view.planes[plane]?.state === 'collects' ? 'away' : 'still';
}

function wireTo(
  { cells, head_y, wire_top, cell_top }: SidePlaces,
  channel: number,
  fate: SidePage['fate'],
  named: boolean,
  { text_px }: SideSize,
): SVGElement[] {
  const cell = cells[channel];
  if (!cell) return [];
  const middle = cell.x + cell.width / 2;
  return [
    ...(named ? [text(middle, head_y + text_px * 0.35, `C${channel}`, 'middle', 'is-quiet')] : []),
    line(`ttflash-wire${fate === 'read' ? ' is-read' : ''}`, `M${middle.toFixed(1)} ${wire_top}V${cell_top}`),
  ];
}

const line = (kind: string, d: string): SVGPathElement => svg('path', { class: kind, d, pathLength: 1 });

function hatched(
  { blocks }: Side,
  { channel }: TtflashRead,
  at: SidePlaces,
  { width, text_px }: SideSize,
): SVGElement[] {
  const cell = at.cells[channel];
  if (!cell || blocks === 'lost') return [];
  const by = Math.min(text_px * 0.42, cell.x > 0 ? 6 : 3);
  const foot = cell.y + cell.height + by;
  const top = blocks === 'plane' ? cell.y - by : at.wire_top - text_px * 0.1;
  const [x, wide] = blocks === 'device' ? [0, width] : [cell.x - by, cell.width + 2 * by];
  const node = rect('ttflash-hatched', x, top, wide, foot - top);
  node.setAttribute('rx', '3');
  return [node];
}

/** Wires from the other pages to the ring, and the page that drops out of it. */
function answer(read: TtflashRead, at: SidePlaces, { text_px }: SideSize): SVGElement[] {
  const { bus_y, ring, result, cells } = at;
  const middle = (cells[read.channel]?.x ?? 0) + (cells[read.channel]?.width ?? 0) / 2;
  const wires = cells.flatMap((cell, channel) => {
    if (channel === read.channel) return [];
    const x = cell.x + cell.width / 2;
    const to = middle + (x < middle ? -ring : ring);
    return [
      line('ttflash-wire is-answer', `M${x.toFixed(1)} ${cell.y + cell.height}V${bus_y.toFixed(1)}H${to.toFixed(1)}`),
    ];
  });
  if (!result) return wires;
  const label_px = Math.min(text_px * 1.3, (result.width - 6) / wordsWidth(count(read.lpn), BOLD));
  const page = rect('ttflash-fill', result.x, result.y, result.width, result.height);
  page.setAttribute('rx', '2');
  const drop_x = Math.min(result.x + result.width - 4, Math.max(result.x + 4, middle));
  return [
    ...wires,
    svg('path', { class: 'ttflash-drop', d: `M${drop_x.toFixed(1)} ${bus_y + ring}V${result.y - 1}` }),
    svg('circle', { class: 'ttflash-xor-ring', cx: middle.toFixed(1), cy: bus_y.toFixed(1), r: ring.toFixed(1) }),
    svg('path', {
      class: 'ttflash-xor-cross',
      d: `M${middle - ring} ${bus_y}h${2 * ring}M${middle} ${bus_y - ring}v${2 * ring}`,
    }),
    svg(
      'g',
      { class: 'ttflash-page is-valid is-result' },
      page,
      svg(
        'text',
        {
          class: 'ttflash-label',
          'text-anchor': 'middle',
          'font-size': label_px.toFixed(1),
          transform: `translate(${(result.x + result.width / 2).toFixed(1)} ${(at.foot_y + label_px * 0.36).toFixed(1)})`,
        },
        label_px >= leastLabel(text_px, 0) ? count(read.lpn) : '',
      ),
    ),
  ];
}

/** The read, standing in front of what collects. */
function flag(read: TtflashRead, at: SidePlaces, { width, text_px }: SideSize): SVGElement {
  const cell = at.cells[read.channel] ?? { x: 0, width: 0, y: 0, height: 0 };
  const words = `read ${count(read.lpn)}`;
  const wide = wordsWidth(words, text_px * BOLD) + 12;
  const high = text_px * 1.6;
  const x = Math.min(width - wide, Math.max(0, cell.x + cell.width / 2 - wide / 2));
  const y = Math.max(at.wire_top + 2, (at.wire_top + at.cell_top - high) / 2 - 1);
  const box = rect('ttflash-flag-box', x, y, wide, high);
  box.setAttribute('rx', '3');
  return svg(
    'g',
    { class: 'ttflash-flag' },
    box,
    text(x + wide / 2, y + high / 2 + text_px * 0.35, words, 'middle', 'is-bold'),
  );
}

function foot(side: Side, at: SidePlaces, { width, text_px }: SideSize): SVGElement[] {
  const number = side.ns !== null ? ms(side.ns) : side.read === 'lost' ? 'never' : '';
  const place = numberPlace(side, number, at, width, text_px);
  const says = place.start - wordsWidth(side.words, text_px) > 4 && side.read !== 'rebuilt';
  return [
    ...(says ? [text(0, at.foot_y + text_px * 0.35, side.words)] : []),
    svg(
      'text',
      {
        class: `ttflash-time${side.real ? ' is-real' : ''}`,
        x: place.x.toFixed(1),
        y: (at.foot_y + place.px * 0.36).toFixed(1),
        'font-size': place.px.toFixed(1),
        'text-anchor': place.anchor,
      },
      place.px >= leastLabel(text_px, 0) ? number : '',
    ),
  ];
}

/** The time stands at the right; beside a rebuilt page, on the side that has more room. */
function numberPlace(
  side: Side,
  number: string,
  { result }: SidePlaces,
  width: number,
  text_px: number,
): { x: number; px: number; anchor: 'start' | 'end'; start: number } {
  const wish = text_px * (side.real ? 1.9 : 1.5);
  const beside = side.read === 'rebuilt' ? result : null;
  const rooms = { left: beside ? beside.x - 6 : 0, right: beside ? width - beside.x - beside.width - 6 : width };
  const left = rooms.left > rooms.right;
  const each_px = wordsWidth(number, BOLD);
  const px = Math.min(wish, (left ? rooms.left : rooms.right) / each_px);
  return { x: left ? 0 : width, px, anchor: left ? 'start' : 'end', start: width - each_px * px };
}
