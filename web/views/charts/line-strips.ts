/** Under a chart: a strip a rival, solid where the paper's own system is ahead of it; over it the stretch that is claimed. */

import { svg } from '../../ui/dom';
import { type ChartMark, onPlot } from './claimed';
import type { Lane } from './lanes';
import type { ChartLayout } from './line-layout';
import { type Axes, type ChartModel, comparisonWith, subjectOf } from './line-model';
import { leadWords } from './line-words';
import { label, letter } from './marks';

/** What the words on brackets and bars take, in parts of the type's size. */
const LEGEND_ROOM = 22;

export function strips(model: ChartModel, shown: readonly ChartMark[], layout: ChartLayout, axes: Axes): SVGElement[] {
  const subject = subjectOf(model);
  if (!subject || model.rivals.length === 0) return [];
  const { left, width, em, strips_title } = layout;
  const legend = model.marks.length > 0 && width - left > LEGEND_ROOM * em ? ': bracket claimed, bar measured' : '';
  return [
    label(left, strips_title, `${subject.letter} ahead of${legend}`, 'start', 'chart-words'),
    ...model.rivals.flatMap((lane, i) => strip(model, subject, lane, i, shown, layout, axes)),
  ];
}

function strip(
  model: ChartModel,
  subject: Lane,
  rival: Lane,
  row: number,
  shown: readonly ChartMark[],
  layout: ChartLayout,
  { x }: Axes,
): SVGElement[] {
  const { left, right, em } = layout;
  const y = layout.strips + (row + 0.62) * layout.strip;
  const comparison = comparisonWith(model, rival.system);
  const bars = comparison.ahead.map(({ from, to }) => {
    const place = { x: x(from) - 1, y: y - 0.28 * em, width: Math.max(2, x(to) - x(from) + 2), height: 0.56 * em };
    return svg('rect', { ...place, fill: subject.colour });
  });
  const claims = model.marks.filter(({ against, says }) => against === rival.system && says === 'ahead');
  return [
    letter(left - 0.45 * em, y + 0.33 * em, rival, 'end'),
    svg('path', { class: 'chart-track', d: `M${left} ${y}H${right}` }),
    ...bars,
    ...claims.flatMap((mark) => bracket(mark, onPlot(mark, x, layout), y, em, shown.includes(mark))),
    label(right + 0.75 * em, y + 0.33 * em, leadWords(comparison, model.x), 'start', 'chart-name'),
  ];
}

function bracket(
  { claim }: ChartMark,
  { from, to }: { from: number; to: number },
  y: number,
  em: number,
  shown: boolean,
) {
  const top = y - 0.72 * em;
  const d = `M${from} ${y - 0.35 * em}V${top}H${to}V${y - 0.35 * em}`;
  const narrow = to - from < 2.6 * em;
  return [
    svg('path', { class: shown ? 'chart-bracket chart-bracket-shown' : 'chart-bracket', d }),
    narrow
      ? label(from - 0.3 * em, top + 0.3 * em, claim, 'end', 'chart-claim-name')
      : label((from + to) / 2, top + 0.3 * em, claim, 'middle', 'chart-claim-name'),
  ];
}
