/** Write amplification along the run: a line from 1, or from 0 where RAM spares programs, with the closed form dotted where there is one. */

import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Charts, Position } from '../../engine/protocol';
import { count, ratio } from '../../render/format';
import { svg } from '../../ui/dom';
import { requestScale } from './latency';
import { gridLine, label, path, playhead } from './marks';
import { AXIS_WIDTH, type Drawing, RIGHT_MARGIN } from './panel';
import { thinned } from './scales';

const TOP = 10;
/** Room for the words above the closed form's line, which is often the highest. */
const THEORY_TOP = 20;
const FOOT = 6;
/** Up to this many pages the sum is written out, as far as there is room beside the title. */
const SPELT_OUT_MAX = 99;
const TITLE_PX = 166;
/** Of the widest letters that the page may be shown in. */
const LETTER_PX = 8;
const TABLE_ROWS_MAX = 60;

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

export function drawAmplification(charts: Charts, position: Position, width: number, height: number): Drawing {
  const { values, now, theory, host_pages, programs } = charts.write_amplification;
  const { bin_requests } = charts.latency;
  const known = values.flatMap((value, i) =>
    value === null ? [] : [{ request: Math.min((i + 1) * bin_requests, position.request), value }],
  );
  const x = requestScale(position, width);
  const highest = Math.max(1.2, theory?.value ?? 1, ...known.map(({ value }) => value));
  // Pages written over in RAM are never programmed: fewer programs than writes.
  const lowest = known.some(({ value }) => value < 1) ? 0 : 1;
  const y = scaleLinear([lowest, highest], [height - FOOT, theory ? THEORY_TOP : TOP]).nice(2);
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
      now === null ? 'Write amplification: nothing written yet' : `Write amplification over the run: now ${ratio(now)}`,
    nodes: [
      ...y.ticks(2).flatMap((value) => gridLine(y(value), String(value), width)),
      ...(theory
        ? [
            path('chart-dotted', `M${AXIS_WIDTH} ${y(theory.value)}H${width - RIGHT_MARGIN}`),
            label(
              AXIS_WIDTH + 3,
              y(theory.value) - 4,
              `${theory.label}: ${ratio(theory.value)}`,
              'start',
              'chart-note',
            ),
          ]
        : []),
      path('chart-line', curve(known)),
      ...(last ? [svg('circle', { class: 'chart-dot', cx: x(last.request), cy: y(last.value), r: 3.5 })] : []),
      playhead(x(position.request), TOP - 6, height - FOOT),
    ],
    needs: now === null ? 'No page has been written yet.' : null,
    table: () => ({
      head: ['up to request', 'write amplification'],
      rows: thinned(
        known.map(({ request, value }) => [count(request), ratio(value)]),
        TABLE_ROWS_MAX,
      ),
    }),
  };
}
