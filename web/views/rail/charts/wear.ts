/** Erases per block: how many blocks were erased how often, and below it the device from left to right on the wear ramp. */

import { scaleLinear } from 'd3-scale';
import type { Charts } from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import { baseline, label, type Plot, path, rect } from '../../charts/marks';
import { RAMP_STEPS, rampStep } from '../../stage/shade';
import { type Drawing, plotIn, type RailChart } from '../panel';

type Erases = Charts['erases'];

/** Numbers under bars keep this far apart. */
const TICK_MIN_PX = 18;
const RANGE_PX = 42;
const TOP = 6;
const STRIP_HEIGHT = 11;
/** Room for numbers under bars, and for those with the strip under them. */
const NUMBERS_ROOM = 16;
const STRIP_GAP = 22;
const MANY = 0.5;

/** The title has no room for more. */
const decimalsOf = (mean: number): number => (mean < 10 ? 2 : 0);

/** A device of at most this many blocks shows each of them. */
const EACH_BLOCK_MAX = 24;

export const CHART: RailChart = {
  name: 'wear',
  title: 'Erases per block',
  height: 80,
  draw: ({ charts, opened }, width, height) => drawErases(charts.erases, opened.geometry.blocks, width, height),
};

export function drawErases(erases: Erases, device_blocks: number, width: number, height: number): Drawing {
  const { first, step, blocks, mean, max } = erases;
  const each = device_blocks <= EACH_BLOCK_MAX;
  const range = (bin: number): string => {
    const low = first + bin * step;
    return step === 1 ? count(low) : `${count(low)}–${count(low + step - 1)}`;
  };
  return {
    note: '',
    figure: `mean **${mean.toFixed(decimalsOf(mean))}** · max **${count(max)}**`,
    label: `Erases per block: mean ${mean.toFixed(2)}, maximum ${count(max)}`,
    nodes: each
      ? blockBars(erases, device_blocks, plotIn(width, height, TOP, NUMBERS_ROOM))
      : histogram(erases, range, plotIn(width, height, TOP, STRIP_HEIGHT + STRIP_GAP)),
    needs: null,
    table: () => ({ head: ['erases', 'blocks'], rows: blocks.map((number, bin) => [range(bin), count(number)]) }),
  };
}

/** The strip holds the mean of equal stretches; of few blocks each has a stretch of its own. */
function blockBars({ strip, max }: Erases, device_blocks: number, plot: Plot): Node[] {
  const { left, right, top, foot } = plot;
  const x = scaleLinear([0, device_blocks], [left, right]);
  const y = scaleLinear([0, Math.max(1, max)], [foot, top]);
  const bar = x(1) - x(0);
  const every = Math.ceil(TICK_MIN_PX / bar);
  const bars = Array.from({ length: device_blocks }, (_, block) => {
    const erases = strip[Math.floor(((block + 0.5) * strip.length) / device_blocks)] ?? 0;
    return [
      rect('chart-bar', x(block) + 1, y(erases), bar - 2, foot - y(erases)),
      ...(block % every === 0 ? [label(x(block) + bar / 2, foot + 12, String(block), 'middle', 'chart-tick')] : []),
    ];
  });
  return [...bars.flat(), baseline(plot), label(left - 5, top + 8, count(Math.max(1, max)), 'end', 'chart-tick')];
}

function histogram({ blocks, strip, max, first }: Erases, range: (bin: number) => string, plot: Plot): Node[] {
  const { left, right, top, foot } = plot;
  const strip_top = foot + STRIP_GAP;
  const total = blocks.reduce((sum, number) => sum + number, 0);
  const x = scaleLinear([0, Math.max(1, blocks.length)], [left, right]);
  const y = scaleLinear([0, Math.max(1, ...blocks)], [foot, top]);
  const bar = Math.min(46, x(1) - x(0));
  const every = Math.ceil(blocks.length / Math.max(1, Math.floor((right - left) / RANGE_PX)));
  const never = first === 0 ? (blocks[0] ?? 0) : 0;
  return [
    ...blocks.map((number, bin) => rect('chart-bar', left + bin * bar + 0.5, y(number), bar - 1.5, foot - y(number))),
    baseline(plot),
    ...blocks.flatMap((_, bin) =>
      bin % every === 0 ? [label(left + (bin + 0.5) * bar, foot + 12, range(bin), 'middle', 'chart-tick')] : [],
    ),
    label(left - 5, top + 8, count(Math.max(...blocks)), 'end', 'chart-tick'),
    ...(never > total * MANY && max > 0
      ? [label(left + bar + 8, top + 11, `${plural(never, 'block')} not erased yet`, 'start', 'chart-note')]
      : []),
    ...wearStrip(strip, max, { ...plot, top: strip_top }),
    label(left - 5, strip_top + STRIP_HEIGHT - 2, 'wear', 'end', 'chart-tick'),
  ];
}

/** One path a step of the ramp: a hundred rectangles would be slow to replace fifteen times a second. */
function wearStrip(strip: readonly number[], max: number, { left, right, top }: Plot): Node[] {
  const piece = (right - left) / strip.length;
  const stretches = Array.from({ length: RAMP_STEPS }, () => '');
  for (const [i, erases] of strip.entries()) {
    stretches[rampStep(erases, Math.max(max, 1))] +=
      `M${left + i * piece} ${top}h${piece + 0.4}v${STRIP_HEIGHT}h${-piece - 0.4}z`;
  }
  return stretches.flatMap((d, step) => (d === '' ? [] : [wornPath(step, d)]));
}

function wornPath(step: number, d: string): SVGPathElement {
  const stretch = path('chart-wear', d);
  stretch.style.fill = `var(--wear-${step})`;
  return stretch;
}
