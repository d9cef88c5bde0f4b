/** The rehearsals of this session: what each would have cost, against the α in force; at the end the cheapest is adopted. */

import type { DensityView } from '../../../engine/core-types';
import { count, time } from '../../../render/format';
import { BOLD, wordsWidth } from '../../../render/text-width';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { type Box, boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { type Anchor, dot, path, rect, text } from '../../stage-kit/svg-marks';
import { alphaText, signedShare } from './alpha';
import type { DensityPicture } from './model';
import { differenceWords, leaderOf, type RaceLine, raceLines, reachOf, spread } from './race-lines';
import './race.css';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];

/** Narrower pictures have their labels beneath: in them they would cover the lines. */
const LABELS_MIN_PX = 460;

/** `changed`: its size is another, so it has to be drawn again. */
export function race(changed: () => void): Display<[picture: DensityPicture]> {
  const { element, note, body } = titled('density-race', 'Rehearsals of this session');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  const plot = h('div', { class: 'density-plot' }, picture);
  const box = boxOf(plot, changed);
  const legend = h('ul', { class: 'race-legend' });
  const none = h('p', { class: 'race-none' });
  body.append(plot, legend, none);
  const name = element.querySelector('.part-words')?.firstChild as Text;

  return {
    element,
    show({ density }) {
      const is_tuned = density.tuner === 'device' || density.tuner === 'host';
      none.hidden = is_tuned;
      plot.hidden = !is_tuned;
      const { rehearsals } = density;
      name.data = is_tuned
        ? `${NUMBERS[rehearsals.length] ?? count(rehearsals.length)} rehearsals of this session`
        : 'Rehearsals';
      setText(note, is_tuned ? 'cost against the running α; below the line is cheaper' : '');
      setText(none, notTuned(density));
      setAttribute(picture, 'aria-label', raceInWords(density));
      legend.hidden = !is_tuned || box.width >= LABELS_MIN_PX;
      if (!legend.hidden) legend.replaceChildren(...legendOf(density));
      if (is_tuned && box.width > 0) draw(picture, box, density);
    },
  };
}

export function notTuned({ tuner, alpha }: Pick<DensityView, 'tuner' | 'alpha'>): string {
  const value = `α = ${alphaText(alpha)}`;
  return tuner === 'offline'
    ? `${value} is the best over the whole run, found by simulating it in full before: no device could do that, so nothing is rehearsed here.`
    : `${value} is fixed: nothing is rehearsed, and α stays. With the tuner “device” three rehearsals run beside the buffer, and the cheapest is adopted.`;
}

export function raceInWords(density: DensityView): string {
  const { rehearsals, session } = density;
  if (rehearsals.length === 0) return notTuned(density);
  const lines = raceLines(density).map(({ alpha, running, difference, cost_ns }) =>
    running
      ? `α = ${alphaText(alpha)}, in force: ${time(cost_ns)}`
      : `α = ${alphaText(alpha)}: ${differenceWords(difference)}`,
  );
  return `${count(session.writes)} of ${count(session.length)} writes of session ${count(session.index)}; ${lines.join('; ')}`;
}

function draw(picture: SVGSVGElement, { width: width_px, height, text_px }: Box, density: DensityView): void {
  const { session, rehearsals } = density;
  const lines = raceLines(density);
  const reach = reachOf(lines);
  const [left, right] = [4.3 * text_px, width_px - 8];
  const [top, foot] = [text_px * 0.7, height - text_px * 1.8];
  const middle = (top + foot) / 2;
  const x = (at: number): number => left + at * (right - left);
  const y = (difference: number): number => middle - (difference / reach) * ((foot - top) / 2 - 4);
  const now = x(session.writes / Math.max(1, session.length));
  const leader = leaderOf(rehearsals);
  const said = lines.map((line) => {
    const leads = line.alpha === leader?.alpha;
    const words = labelOf(line, leads && !line.running);
    return { words, leads, width: wordsWidth(words, leads ? text_px * BOLD : text_px) };
  });
  // Ahead of the lines there is room to write, until the session is nearly over.
  const flips = right - now < 12 + Math.max(0, ...said.map(({ width }) => width));
  const has_room = foot - top > text_px * (1.9 + 1.45 * lines.length);
  const labels = spread(
    lines.map(({ difference }) => y(difference)),
    text_px * 1.45,
    top + text_px * (has_room ? 1.9 : 0.4),
    foot - 2,
  );
  const side: [number, Anchor] = flips ? [now - 10, 'end'] : [now + 10, 'start'];
  const labelsOf = (): Node[] => [
    ...(has_room
      ? [
          text(
            side[0],
            top + text_px * 0.8,
            `now: ${count(session.writes)} of ${count(session.length)} writes`,
            side[1],
          ),
        ]
      : []),
    ...said.flatMap(({ words, leads, width: words_px }, i) => {
      const y_px = labels[i] ?? 0;
      const width = words_px + 6;
      // Over lines words need a ground of their own.
      const [kind_of_ground, from] = flips ? ['race-ground', side[0] - width] : ['race-ground is-ahead', side[0] - 3];
      const ground =
        flips || Math.abs(y_px - middle) < text_px * 0.8
          ? [rect(kind_of_ground, from, y_px - text_px * 0.65, width + 3, text_px * 1.3)]
          : [];
      return [...ground, text(side[0], y_px + text_px * 0.34, words, side[1], leads ? 'is-bold' : '')];
    }),
  ];
  picture.replaceChildren(
    rect('race-ahead', now, top, right - now, foot - top),
    ...[reach, -reach].flatMap((difference) => [
      path('buffer-grid', `M${left} ${y(difference)}H${right}`),
      text(left - 6, y(difference) + 4, signedShare(difference), 'end', 'is-tick'),
    ]),
    text(left - 6, middle + 4, '0', 'end', 'is-tick'),
    path('race-zero', `M${now} ${middle}H${right}`),
    ...lines.map((line, i) => path(`race-line is-${kindOf(line, lines, i)}`, lineOf(line, x, y))),
    path('race-end', `M${right} ${top - 4}V${foot}`),
    path('race-now', `M${now} ${top - 4}V${foot + 2}`),
    ...lines.map((line, i) =>
      dot(`race-dot is-${kindOf(line, lines, i)}`, now, y(line.difference), line.running ? 4.5 : 5.5),
    ),
    ...(width_px >= LABELS_MIN_PX ? labelsOf() : []),
    text(left, height - 3, `session ${count(session.index)} begins`, 'start', 'is-tick'),
    text(right, height - 3, width_px >= LABELS_MIN_PX ? 'ends: the cheapest α is adopted' : 'ends', 'end', 'is-tick'),
  );
}

function legendOf(density: DensityView): HTMLElement[] {
  const lines = raceLines(density);
  const leader = leaderOf(density.rehearsals);
  return lines.map((line, i) =>
    h(
      'li',
      {},
      svg(
        'svg',
        { width: 30, height: 10, 'aria-hidden': 'true' },
        path(`race-line is-${kindOf(line, lines, i)}`, 'M0 5H30'),
      ),
      labelOf(line, line.alpha === leader?.alpha && !line.running),
    ),
  );
}

/** Lines differ in dash and width before they differ in colour. */
function kindOf({ running }: RaceLine, lines: readonly RaceLine[], at: number): 'running' | 'b' | 'c' | 'd' {
  if (running) return 'running';
  return (['b', 'c', 'd'] as const)[lines.slice(0, at).filter((line) => !line.running).length] ?? 'd';
}

const lineOf = ({ points }: RaceLine, x: (at: number) => number, y: (difference: number) => number): string =>
  points
    .map(({ at, difference }, i) => `${i === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(difference).toFixed(1)}`)
    .join('');

function labelOf({ alpha, running, difference, cost_ns }: RaceLine, leads: boolean): string {
  const value = `α = ${alphaText(alpha)}`;
  if (running) return `${value}, running: ${time(cost_ns)}`;
  return `${value}: ${differenceWords(difference)}${leads ? ', leads' : ''}`;
}
