/** The board on its canvas: channels behind, planes on them, the row whose stripe is looked at. */

import type { TtflashStripe, TtflashView } from '../../../engine/core-types';
import { outline } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { legible } from '../../../render/label';
import { type BoardLayout, rowRect, tileRect, tokenAt, tokenRadius } from './board-layout';
import { arc, fitting, hatch, say } from './hatching';
import { isNow, nextHolder, type TtflashPicture } from './model';
import { paintTile } from './tile-paint';
import type { ShownPage } from './tile-parts';

export interface BoardMarks {
  /** Plane under the pointer or the keyboard cursor, and the one that is kept. */
  here: number | null;
  pinned: number | null;
}

export function paintBoard(
  g: CanvasRenderingContext2D,
  layout: BoardLayout,
  picture: TtflashPicture,
  colours: Colours,
  marks: BoardMarks,
): void {
  const { view, stripe } = picture;
  heads(g, layout, view, colours);
  if (stripe) outline(g, rowRect(layout, stripe.group), colours.ink, layout.form === 'full' ? 2.5 : 1.8, 5);
  const lit = litChannels(picture);
  for (const [at, plane] of view.planes.entries()) {
    const of_stripe = stripe !== null && Math.floor(at / layout.channels) === stripe.group;
    const is_lit = of_stripe && lit.read.has(at % layout.channels);
    paintTile({ g, colours, layout, picture }, plane, tileRect(layout, at), shownPages(picture, at), is_lit);
  }
  if (layout.form === 'full') hops(g, layout, view, colours);
  for (const plane of [marks.pinned, marks.here])
    if (plane !== null && plane < view.planes.length) selection(g, layout, plane, colours, plane === marks.pinned);
}

/** Channels whose pages are read for another, and those whose page is missing. */
export function litChannels({ view, stripe, asked, ...rest }: TtflashPicture): {
  read: ReadonlySet<number>;
  missing: number | null;
} {
  const { read } = view;
  const none = { read: new Set<number>(), missing: null };
  if (!read || asked || !stripe || stripe.stripe !== read.stripe.stripe) return none;
  if (!isNow({ view, ...rest })) return none;
  return { read: read.choice === 'rebuilt' ? new Set(read.others) : new Set(), missing: read.channel };
}

/** The pages a tile shows: where a stripe is looked at, its page first. */
export function shownPages(picture: TtflashPicture, at: number): ShownPage[] {
  const { view, stripe } = picture;
  const channel = at % view.channels;
  const plain = (view.planes[at]?.examples ?? []).map((page): ShownPage => ({ ...page, lit: null }));
  if (!stripe || stripe.group !== Math.floor(at / view.channels)) return plain;
  const member = stripe.members.find((one) => one.channel === channel);
  if (!member) return plain;
  const others = plain.filter((page) => page.stripe !== stripe.stripe);
  return [{ stripe: stripe.stripe, lpn: member.lpn, lit: litAs(picture, stripe, channel) }, ...others].slice(0, 2);
}

function litAs(picture: TtflashPicture, stripe: TtflashStripe, channel: number): ShownPage['lit'] {
  if (picture.asked) {
    const member = stripe.members.find((one) => one.channel === channel);
    return member?.lpn === picture.asked_lpn ? 'asked' : null;
  }
  const { read, missing } = litChannels(picture);
  return missing === channel ? 'missing' : read.has(channel) ? 'read' : null;
}

function heads(g: CanvasRenderingContext2D, layout: BoardLayout, view: TtflashView, colours: Colours): void {
  const { first, pitch, tile, form, text_px, channels, groups } = layout;
  const dense = form === 'dense';
  const last_y = first.y + groups * pitch.y - (pitch.y - tile.height);
  const every = Math.max(1, Math.ceil((text_px * 1.9) / pitch.x));
  for (let channel = 0; channel < channels; channel++) {
    const middle = first.x + channel * pitch.x + tile.width / 2;
    const bus = view.buses[channel];
    if (!dense) busLine(g, bus, middle, tile.width, [first.y - 5, last_y], colours);
    if (channel % every === 0) {
      const px = text_px * 1.04;
      const name = fitting([`channel ${channel}`, `C${channel}`, String(channel)], pitch.x * every - 4, px, true);
      const y = dense ? text_px * 0.7 : text_px * 0.75;
      say(g, name, middle, y, { px, colour: colours.ink, colours, bold: true, align: 'center' });
    }
    if (dense || !bus) continue;
    const words = busState(bus, view);
    const held = bus.holder !== null;
    const px = legible(text_px * 0.92, text_px);
    say(g, fitting(words, tile.width + 4, px, held), middle, text_px * 1.95, {
      px,
      colour: held ? colours.ink : colours.ink2,
      colours,
      bold: held,
      align: 'center',
    });
  }
  groupNames(g, layout, view, colours);
}

/** "transfers", "held for G1, 3 wait", and shorter. */
function busState(
  { busy, holder, waiting }: TtflashView['buses'][number],
  view: Pick<TtflashView, 'channels'>,
): string[] {
  const wait = waiting > 0 ? `, ${waiting} wait` : '';
  if (holder !== null) return [`held for G${Math.floor(holder / view.channels)}${wait}`, `held${wait}`, 'held', 'H'];
  if (busy) return [`transfers${wait}`, 'busy', 'b'];
  return [waiting > 0 ? `${waiting} wait` : 'free', ''];
}

/** A channel behind its planes: thick while it transfers, red all over while a collection keeps it. */
function busLine(
  g: CanvasRenderingContext2D,
  bus: TtflashView['buses'][number] | undefined,
  x: number,
  tile_px: number,
  [top, foot]: readonly [number, number],
  colours: Colours,
): void {
  if (bus && bus.holder !== null) {
    const by = Math.min(5, tile_px * 0.08);
    hatch(g, { x: x - tile_px / 2 - by, y: top, width: tile_px + 2 * by, height: foot - top + by }, colours, 4);
    return;
  }
  g.fillStyle = bus?.busy ? colours.cells.reading.fill : colours.rule2;
  const width = bus?.busy ? 6 : 3;
  g.fillRect(x - width / 2, top, width, foot - top);
}

function groupNames(g: CanvasRenderingContext2D, layout: BoardLayout, view: TtflashView, colours: Colours): void {
  const { first, pitch, tile, text_px, form } = layout;
  const every = Math.max(1, Math.ceil((text_px * 1.15) / pitch.y));
  for (let group = 0; group < view.groups; group += every) {
    const middle = first.y + group * pitch.y + tile.height / 2;
    const two = form === 'full' && first.x > text_px * 3;
    if (two)
      say(g, 'group', 0, middle - text_px * 0.8, {
        px: legible(text_px * 0.95, text_px),
        colour: colours.ink2,
        colours,
      });
    const px = text_px * (two ? 1.35 : 1.05);
    say(g, `G${group}`, 0, middle + (two ? text_px * 0.45 : 0), { px, colour: colours.ink, colours, bold: true });
  }
}

/** Where the token of a group goes next: to the next plane that waits for it. */
function hops(g: CanvasRenderingContext2D, layout: BoardLayout, view: TtflashView, colours: Colours): void {
  for (const [group, channel] of view.tokens.entries()) {
    if (channel === null) continue;
    const from = group * view.channels + channel;
    const to = view.planes[from]?.state === 'collects' ? nextHolder(view, from) : null;
    if (to !== null) arc(g, tokenAt(layout, from), tokenAt(layout, to), tokenRadius(layout), colours.ink);
  }
}

function selection(
  g: CanvasRenderingContext2D,
  layout: BoardLayout,
  plane: number,
  colours: Colours,
  kept: boolean,
): void {
  const { x, y, width, height } = tileRect(layout, plane);
  const grown = (by: number) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });
  outline(g, grown(4), colours.paper, 2, 5);
  outline(g, grown(2.5), colours.ink, kept ? 3 : 2, 5);
}
