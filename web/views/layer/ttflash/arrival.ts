/** When the answer arrives: waiting and rebuilding on one axis of time, to scale, and how far the clock has come. */

import type { TtflashRead } from '../../../engine/core-types';
import { count, plural, time } from '../../../render/format';
import { BOLD, wordsWidth } from '../../../render/text-width';
import type { Display } from '../../../ui/display';
import { setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { path, rect, text } from '../../stage-kit/svg-marks';
import { stillWaits, type TtflashPicture } from './model';
import { ms } from './plane-words';
import { type Story, storyOf } from './story';

const TICKS = [1, 2, 5];
const TICKS_MAX = 5;

/** Width of a tick's label, in sizes of text. */
const TICK = 4.6;

/** Round steps, at most `most` of them. */
export function ticksOf(end_ns: number, most = TICKS_MAX): number[] {
  for (let power = 1; power < 1e18; power *= 10)
    for (const tick of TICKS) {
      const step = tick * power;
      if (end_ns / step <= most) return Array.from({ length: Math.floor(end_ns / step) + 1 }, (_, i) => i * step);
    }
  return [0];
}

export function arrival(): Display<[picture: TtflashPicture]> {
  const { element, note, body } = titled('ttflash-arrival', 'When the answer arrives');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  body.append(picture);
  let last: TtflashPicture | null = null;
  const box = boxOf(body, draw);

  function draw(): void {
    const read = last?.view.read;
    element.hidden = !read;
    if (!last || !read || box.width === 0) return;
    const story = storyOf(last.view, read);
    const now_ns = last.now_ns - read.at_ns;
    setText(note, noteOf(last));
    setAttribute(picture, 'aria-label', inWords(story));
    picture.replaceChildren(...nodes(story, read, now_ns, box));
  }

  return {
    element,
    show(shown) {
      last = shown;
      draw();
    },
  };
}

export function noteOf({
  view: { read },
  now_ns,
  request,
}: Pick<TtflashPicture, 'view' | 'now_ns' | 'request'>): string {
  const ago = read ? Math.max(0, request - 1 - read.request) : 0;
  const scale = `one time axis, to scale${ago > 0 ? `; ${plural(ago, 'request')} ago` : ''}`;
  if (read?.choice !== 'rebuilt' || read.why === 'dead' || !stillWaits(read, now_ns)) return scale;
  const left = read.at_ns + read.wait_ns - now_ns;
  return left < read.wait_ns ? `▾ now: waiting would take another ${time(left)}` : scale;
}

export function inWords({ without, with: beside, times }: Story): string {
  const when = (ns: number | null): string => (ns === null ? 'never' : `after ${time(ns)}`);
  const sooner = times === null ? '' : `: ${count(times)} times sooner`;
  return `${without.title} ${when(without.ns)}, ${beside.title.toLowerCase()} ${when(beside.ns)}${sooner}`;
}

function nodes(
  { without, with: beside, times }: Story,
  { read_ns }: Pick<TtflashRead, 'read_ns'>,
  now_ns: number,
  { width, height, text_px }: { width: number; height: number; text_px: number },
): SVGElement[] {
  const known = Math.max(without.ns ?? 0, beside.ns ?? 0, 1);
  // What never ends goes on beyond what does.
  const longest = without.ns === null ? known * 1.6 : known;
  const left = text_px * 4.4;
  const scale = (width - left - text_px * 1.5) / (longest * 1.02);
  const x = (ns: number): number => left + ns * scale;
  const fits = (words: string, room: number, bold = false): boolean =>
    wordsWidth(words, bold ? text_px * BOLD : text_px) <= room;
  const row_px = Math.min(text_px * 2, (height - text_px * 1.7) / 2);
  const bar_px = row_px * 0.72;
  const rows = [without, beside].map((side, row) => {
    const y = row * row_px + 2;
    const middle = y + bar_px / 2 + text_px * 0.35;
    const end = side.ns === null ? width : x(side.ns);
    const waits = side.read !== 'rebuilt';
    const begins = waits && side.ns !== null ? x(Math.max(0, side.ns - read_ns)) : left;
    const bar = [
      rect(
        side.ns === null ? 'ttflash-endless' : 'ttflash-hatched',
        left,
        y,
        (side.ns === null ? width : begins) - left,
        bar_px,
      ),
      ...(side.ns === null ? [] : [rect('ttflash-answered', begins, y, Math.max(3, end - begins), bar_px)]),
    ];
    const name = text(left - 8, middle, row === 0 ? 'without' : 'with', 'end', side.real ? 'is-bold' : '');
    if (!waits) {
      const sooner = times === null ? [] : [`done: ${count(times)} times sooner`, `${count(times)} times sooner`];
      const told = sooner.find((words) => fits(words, width - end - 8, side.real)) ?? ms(side.ns ?? 0);
      return { bar, words: [name, text(end + 8, middle, told, 'start', side.real ? 'is-bold' : '')] };
    }
    const when = ms(side.ns ?? 0);
    const said = side.ns === null ? ['never: the page is lost', 'never'] : ['blocked behind the collection', when];
    if (!fits(said[0] ?? '', end - left - 18) && fits(when, width - end - 6))
      return { bar, words: [name, text(end + 6, middle, when)] };
    const words = said.find((each) => fits(each, end - left - 18)) ?? '';
    const wide = words === '' ? 0 : wordsWidth(words, text_px) + 8;
    const plate = rect('ttflash-plate', left + (end - left - wide) / 2, y + 1, wide, bar_px - 2);
    return { bar, words: [name, plate, text((left + end) / 2, middle, words, 'middle')] };
  });
  const foot = 2 * row_px + 2;
  const ticks = ticksOf(longest, Math.min(TICKS_MAX, Math.max(1, (width - left) / (TICK * text_px))));
  const grid = ticks.flatMap((ns) => [
    path('buffer-grid', `M${x(ns).toFixed(1)} 0V${foot.toFixed(1)}`),
    text(x(ns), foot + text_px * 1.05, ns === 0 ? '0' : time(ns), ns === 0 ? 'start' : 'middle', 'is-tick'),
  ]);
  const shows_now = now_ns > 0 && now_ns <= longest;
  const now = shows_now
    ? [path('ttflash-now', `M${x(now_ns).toFixed(1)} -3V${foot.toFixed(1)}m-4 ${(-foot - 3).toFixed(1)}h8l-4 6z`)]
    : [];
  return [...grid, ...rows.flatMap(({ bar }) => bar), ...now, ...rows.flatMap(({ words }) => words)];
}
