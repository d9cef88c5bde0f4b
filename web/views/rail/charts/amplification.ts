/** Write amplification along the run: a line from 1, or from 0 where RAM spares programs, with the closed form dotted where there is one. */

import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Charts, Position } from '../../../engine/protocol';
import { count, ratio } from '../../../render/format';
import { dot, gridLine, label, path, playhead } from '../../charts/marks';
import { requestScale } from '../../charts/scales';
import { amplificationPoints } from '../../charts/series';
import { type Drawing, plotIn, type RailChart } from '../panel';

const TOP = 10;
/** Room for the words above the closed form's line, which is often the highest. */
const THEORY_TOP = 20;
const FOOT = 6;
/** Up to this many pages the sum is written out, as far as there is room beside the title. */
const SPELT_OUT_MAX = 99;
const TITLE_PX = 166;
/** Of the widest letters that the page may be shown in. */
const LETTER_PX = 8;

/** "now 1.50 = (2 + 1 copies) / 2", in fewer words where there is less room. */
export function figureOf(now: number, host_pages: number, copies: number, room_px: number): string {
  const plain = `now **${ratio(now)}**`;
  if (host_pages > SPELT_OUT_MAX || copies < 0) return plain;
  const [written, moved] = [count(host_pages), count(copies)];
  const forms = [
    `${plain} = (${written} + ${moved} copies) / ${written}`,
    `**${ratio(now)}** = (${written} + ${moved}) / ${written}`,
  ];
  const fits = (form: string): boolean => (form.length - '****'.length) * LETTER_PX <= room_px;
  return forms.find(fits) ?? plain;
}

export const CHART: RailChart = {
  name: 'amplification',
  title: 'Write amplification',
  height: 60,
  draw: ({ charts, position }, width, height) => drawAmplification(charts, position, width, height),
};

export function drawAmplification(charts: Charts, position: Position, width: number, height: number): Drawing {
  const { now, theory, host_pages, programs } = charts.write_amplification;
  const plot = plotIn(width, height, theory ? THEORY_TOP : TOP, FOOT);
  const known = amplificationPoints(charts, position.request);
  const x = requestScale([position], plot);
  const highest = Math.max(1.2, theory?.value ?? 1, ...known.map(({ value }) => value));
  // Pages written over in RAM are never programmed: fewer programs than writes.
  const lowest = known.some(({ value }) => value < 1) ? 0 : 1;
  const y = scaleLinear([lowest, highest], [plot.foot, plot.top]).nice(2);
  const curve = line<{ request: number; value: number }>(
    ({ request }) => x(request),
    ({ value }) => y(value),
  );
  const last = known.at(-1);
  const copies = programs - host_pages;
  return {
    note: '',
    figure: now === null ? '' : figureOf(now, host_pages, copies, width - TITLE_PX),
    label:
      now === null
        ? 'Write amplification: the host has written nothing yet'
        : `Write amplification over the run: now ${ratio(now)}`,
    nodes: [
      ...y.ticks(2).flatMap((value) => gridLine(plot, y(value), String(value))),
      ...(theory
        ? [
            path('chart-dotted', `M${plot.left} ${y(theory.value)}H${plot.right}`),
            label(plot.left + 3, y(theory.value) - 4, `${theory.label}: ${ratio(theory.value)}`, 'start', 'chart-note'),
          ]
        : []),
      path('chart-line', curve(known)),
      ...(last ? [dot(x(last.request), y(last.value))] : []),
      playhead(x(position.request), TOP - 6, plot.foot),
    ],
    needs: now === null ? 'Counting begins with the next page that the host writes.' : null,
    table: () => ({
      head: ['up to request', 'write amplification'],
      rows: known.map(({ request, value }) => [count(request), ratio(value)]),
    }),
  };
}
