/** Log the group or fill its holes: both prices against its pages in RAM, which cross at λ, and both branches page by page. */

import { count, significant, time } from '../../../render/format';
import { wordsWidth } from '../../../render/text-width';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { type Box, boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { dot, path, rect, text } from '../../stage-kit/svg-marks';
import { axisOf, roundUp } from './fork-axis';
import { blockName, type DensityPicture, type Lens } from './model';
import { outlines } from './pages';
import { type BothPrices, bothPrices, logEach, neverPlugs, plugOf } from './prices';
import { type Subject, subjectOf } from './subject';
import './fork.css';

const BRANCHES = ['plug', 'log'] as const;

/** `changed`: its size is another, so it has to be drawn again. */
export function fork(changed: () => void): Display<[picture: DensityPicture, lens: Lens]> {
  const { element, note, body } = titled('density-fork', 'Log it, or plug its holes?');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  const plot = h('div', { class: 'density-plot' }, picture);
  const box = boxOf(plot, changed);
  const branches = BRANCHES.map(() => branch());
  body.append(plot, ...branches.map(({ element: one }) => one));

  return {
    element,
    show(shown, lens) {
      const { buffer, density } = shown;
      const subject = subjectOf(shown, lens);
      const block = buffer.pages_per_block;
      const prices = subject && bothPrices(density, subject.pages, block, subject.decision);
      const never = neverPlugs(density.lambda, block);
      setText(note, never ? 'no plug yet' : 'λ divides');
      if (box.width > 0) draw(picture, box, shown, subject, prices);
      setAttribute(picture, 'aria-label', inWords(shown, subject, prices));
      for (const [i, kind] of BRANCHES.entries()) branches[i]?.show(kind, shown, subject, prices);
    },
  };
}

/** The picture in a sentence. */
function inWords({ density, buffer }: DensityPicture, subject: Subject | null, prices: BothPrices | null): string {
  const rule = neverPlugs(density.lambda, buffer.pages_per_block)
    ? 'logging is cheaper for every group'
    : `filling holes is cheaper from λ = ${significant(density.lambda ?? 0, 3)} pages on`;
  if (!subject || !prices) return `Prices of logging and of filling holes: ${rule}`;
  const pages = `${subject.exact ? '' : 'at least '}${count(subject.pages)} pages`;
  return `${rule}; ${blockName(subject.lbn)}, ${pages}: plug ${time(prices.plug_ns)}, log ${time(prices.log_ns)}`;
}

function draw(
  picture: SVGSVGElement,
  { width, height, text_px }: Box,
  { buffer, density }: DensityPicture,
  subject: Subject | null,
  prices: BothPrices | null,
): void {
  const block = buffer.pages_per_block;
  const never = neverPlugs(density.lambda, block);
  const pages_max = axisOf(Math.max(subject?.pages ?? 1, never ? 1 : (density.lambda ?? 1)) * 1.2, block);
  const plug_ns = (pages: number): number => plugOf(density, pages, block);
  const rule_ns = plug_ns(subject?.pages ?? 0);
  const each_ns = logEach(density);
  const highest = Math.max(rule_ns * 1.5, Math.min(prices?.log_ns ?? 0, rule_ns * 4) * 1.12);
  const step = roundUp(highest / 4);
  const ns_max = step * Math.ceil(highest / step);
  const [left, right, top, foot] = [3.9 * text_px, width - 8, 8, height - 2.7 * text_px];
  const x = (pages: number): number => left + (pages / pages_max) * (right - left);
  const y = (ns: number): number => foot - (Math.min(ns, ns_max) / ns_max) * (foot - top);
  const unit = ns_max >= 1e7 ? { ns: 1e6, name: 'ms' } : { ns: 1e3, name: 'µs' };
  const grid = Array.from({ length: Math.round(ns_max / step) + 1 }, (_, i) => i * step);
  const log_end = Math.min(pages_max, ns_max / each_ns);
  const lambda_x = x(density.lambda ?? 0);
  const flips = lambda_x > (left + right) / 2;
  const axis_step = Math.max(1, Math.ceil(pages_max / 4));
  picture.replaceChildren(
    ...grid.flatMap((ns) => [
      path('buffer-grid', `M${left} ${y(ns)}H${right}`),
      text(
        left - 5,
        y(ns) + 4,
        ns === ns_max ? `${count(ns / unit.ns)} ${unit.name}` : significant(ns / unit.ns, 3),
        'end',
        'is-tick',
      ),
    ]),
    ...[0, 1, 2, 3, 4]
      .map((i) => i * axis_step)
      .filter((pages) => pages <= pages_max)
      .map((pages) =>
        text(x(pages), foot + text_px * 1.2, count(pages), pages === pages_max ? 'end' : 'middle', 'is-tick'),
      ),
    text(right, foot + text_px * 2.4, 'pages in RAM', 'end'),
    ...(never ? [] : [rect('fork-plugs', lambda_x, top, right - lambda_x, foot - top)]),
    path('fork-log', `M${x(0)} ${y(0)}L${x(log_end)} ${y(log_end * each_ns)}`),
    path('fork-plug', `M${x(0)} ${y(plug_ns(0))}L${right} ${y(plug_ns(pages_max))}`),
    ...(never
      ? []
      : [
          path('fork-lambda', `M${lambda_x} ${top}V${foot}`),
          text(
            lambda_x + (flips ? -6 : 6),
            top + text_px,
            `λ = ${significant(density.lambda ?? 0, 3)}`,
            flips ? 'end' : 'start',
            'is-bold',
          ),
        ]),
    flips
      ? text(lambda_x - 8, Math.min(y(rule_ns), y(plug_ns(0))) - 7, `plug: ${time(rule_ns)}`, 'end', 'is-bold')
      : text(
          right,
          Math.max(y(rule_ns), y(plug_ns(pages_max))) + text_px * 1.35,
          `plug: ${time(rule_ns)}`,
          'end',
          'is-bold',
        ),
    nameOfLog(
      `log: ${time(each_ns, 3)} each`,
      {
        log_end,
        lambda_x: never ? null : lambda_x,
        right,
        text_px,
        dot: subject && prices ? { x: x(subject.pages), y: y(prices.log_ns) } : null,
      },
      (pages) => ({ x: x(pages), y: y(pages * each_ns) }),
    ),
    ...(subject && prices ? difference(subject, prices, x, y, text_px, right) : []),
  );
}

interface Spot {
  x: number;
  y: number;
}

/** What the name of a line keeps clear of. */
interface Around {
  log_end: number;
  lambda_x: number | null;
  right: number;
  text_px: number;
  /** The group at hand. */
  dot: Spot | null;
}

/** From a dot's middle to the first letter beside it. */
const DOT_ROOM = 12;

/** The name of the line of logging: right of its lower part, short of λ or beyond it, and beside the dot on it. */
function nameOfLog(
  words: string,
  { log_end, lambda_x, right, text_px, dot }: Around,
  at: (pages: number) => Spot,
): SVGTextElement {
  const width = wordsWidth(words, text_px);
  const covers = ({ x, y }: Spot): boolean =>
    dot !== null &&
    Math.abs(y - dot.y) < text_px + DOT_ROOM / 2 &&
    x < dot.x + DOT_ROOM &&
    x + width > dot.x - DOT_ROOM;
  const beside = (spot: Spot): Spot => (dot && covers(spot) ? { x: dot.x + DOT_ROOM, y: spot.y } : spot);
  const fits = (x: number): boolean => x + width < right && (lambda_x === null || x > lambda_x || x + width < lambda_x);
  const [start, low, lowest, high] = [0, 0.22, 0.09, 0.75].map((share) => at(log_end * share)) as [
    Spot,
    Spot,
    Spot,
    Spot,
  ];
  // Above a line that hardly rises there is nothing else.
  if (start.y - high.y < 4 * text_px) return text(high.x - 8, high.y - 10, words, 'end');
  const places = [
    beside({ x: low.x + 10, y: low.y + 5 }),
    { x: (lambda_x ?? 0) + 7, y: low.y + 5 },
    { x: lowest.x + 12, y: lowest.y + 1 },
  ];
  const place = places.find(({ x }) => fits(x));
  // Without room the words below the picture tell the price.
  return text(place?.x ?? 0, place?.y ?? 0, place ? words : '');
}

/** Both prices of the group at hand, and what the cheaper one saves. */
function difference(
  { pages }: Subject,
  { plug_ns, log_ns, chosen }: BothPrices,
  x: (pages: number) => number,
  y: (ns: number) => number,
  text_px: number,
  right: number,
): Node[] {
  const at = x(pages);
  const [done, other] = chosen === 'plug' ? [plug_ns, log_ns] : [log_ns, plug_ns];
  const [from, to] = [y(other), y(done)];
  const middle = (from + to) / 2;
  const room = right - at > text_px * 6;
  const words: ['start' | 'end', number] = room ? ['start', at + 8] : ['end', at - 8];
  const tip = to + Math.sign(from - to) * 8;
  const arrow =
    other <= done || Math.abs(from - to) < 14
      ? []
      : [
          path('fork-saves', `M${at} ${from}V${tip}`),
          path('fork-tip', `M${at} ${tip + Math.sign(to - tip) * 3}l-4 ${Math.sign(from - to) * 7}h8z`),
        ];
  return [
    ...arrow,
    dot('fork-other', at, from, 5),
    dot('fork-done', at, to, 6),
    ...(other > done && Math.abs(from - to) > text_px * 2.6
      ? [
          text(words[1], middle - 1, 'saves', words[0]),
          text(words[1], middle + text_px * 1.25, time(other - done, 3), words[0], 'is-bold'),
        ]
      : []),
  ];
}

interface Branch {
  element: HTMLElement;
  show(
    kind: (typeof BRANCHES)[number],
    picture: DensityPicture,
    subject: Subject | null,
    prices: BothPrices | null,
  ): void;
}

const HEIGHT = 10;
/** A page to be read up is drawn lower than one that is in RAM. */
const READ_TOP = 4;

/** One of the two ways, as a bar of the block's pages. */
function branch(): Branch {
  const words = h('p', { class: 'fork-words' });
  const read = svg('path', { class: 'fork-read' });
  const held = svg('path', { class: 'fork-held' });
  const done = svg('path', { class: 'fork-written' });
  const bar = svg('svg', { class: 'fork-bar', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, read, held, done);
  const element = h('div', { class: 'fork-branch' }, words, bar);
  return {
    element,
    show(kind, { buffer }, subject, prices) {
      const taken = prices?.chosen === kind;
      element.classList.toggle('is-taken', taken);
      setText(words, `${taken ? '◆' : '◇'} ${wordsOf(kind, subject, prices)}`);
      setAttribute(bar, 'viewBox', `0 0 ${buffer.pages_per_block} ${HEIGHT + 2}`);
      const block = buffer.pages_per_block;
      const all = Array.from({ length: block }, (_, page) => page);
      const pages = subject?.pages ?? 0;
      const offsets = subject?.offsets.length ? subject.offsets : all.slice(0, pages);
      const in_ram = new Set(offsets);
      const written = subject?.leaving && taken ? (buffer.flush?.written ?? []) : [];
      setAttribute(
        read,
        'd',
        kind === 'plug' && subject
          ? outlines(
              all.filter((page) => !in_ram.has(page)),
              READ_TOP,
              HEIGHT,
            )
          : '',
      );
      setAttribute(held, 'd', outlines(kind === 'plug' ? offsets : all.slice(0, pages), 0, HEIGHT));
      const places = kind === 'plug' ? [...written].sort((a, b) => a - b) : all.slice(0, written.length);
      setAttribute(done, 'd', outlines(places, HEIGHT, HEIGHT + 2));
    },
  };
}

function wordsOf(kind: 'plug' | 'log', subject: Subject | null, prices: BothPrices | null): string {
  if (!subject || !prices) return kind === 'plug' ? 'plug: fill the holes, write one block' : 'log: the pages alone';
  const least = subject.exact ? '' : 'at least ';
  if (kind === 'plug') return `plug: read ${count(prices.holes)}, write a whole block`;
  const pages = `${least}${count(subject.pages)} ${subject.pages === 1 ? 'page' : 'pages'}`;
  return `log: ${pages} now (${time(prices.now_ns, 3)}), merges later (${prices.later_ns === 0 ? 'none known' : time(prices.later_ns, 3)})`;
}
