/** The figure's headline: what the paper says first, and what was measured of it. `**…**` is what the reader is to see. */

import type { FigureAxis } from '../../engine/core-types';
import { share } from '../../render/format';
import { valueWords, xWords } from '../charts/axis';
import { type ChartMark, workOf } from '../charts/claimed';
import { isGain } from '../charts/cost';
import type { Lane } from '../charts/lanes';
import type { Comparison } from '../charts/leads';
import { comparisonWith, laneOf, levelOf, pointsOf, subjectOf } from '../charts/line-model';
import type { PanelModel } from './models';

interface Verb {
  /** `beats DFTL`; of a subject that never does: `beat DFTL`. */
  does: (rival: string) => string;
  do: (rival: string) => string;
  by: (gain: string) => string;
}

const comparing = (does: string, plain: string, by: (gain: string) => string): Verb => ({
  does: (rival) => `${does} than ${rival}`,
  do: (rival) => `${plain} than ${rival}`,
  by,
});

const EVENLY = comparing(
  'wears blocks more evenly',
  'wear blocks more evenly',
  (gain) => `spreads erases ${gain} more evenly`,
);
const SMALLER = comparing('takes less memory', 'take less memory', (gain) => `takes ${gain} less memory`);
const FASTER: Verb = {
  does: (rival) => `beats ${rival}`,
  do: (rival) => `beat ${rival}`,
  by: (gain) => `takes ${gain} less time per request`,
};

const VERBS: Readonly<Record<string, Verb>> = {
  mean_response_ms: FASTER,
  mean_write_ms: comparing('writes faster', 'write faster', (gain) => `takes ${gain} less time per write`),
  rehearsal_bytes: SMALLER,
  rehearsal_log_bytes: SMALLER,
  host_bytes: SMALLER,
  kiops: comparing('serves more requests', 'serve more requests', (gain) => `serves ${gain} more requests`),
  map_hits: comparing('hits more often', 'hit more often', (gain) => `hits ${gain} more often`),
  erases: comparing('erases fewer blocks', 'erase fewer blocks', (gain) => `erases ${gain} fewer blocks`),
  erase_std_dev: EVENLY,
  erase_cv: EVENLY,
};
const verbOf = (metric: string): Verb => VERBS[metric] ?? FASTER;

/** null before there is anything to compare. */
export function headlineText(models: readonly PanelModel[]): string | null {
  for (const model of models) {
    for (const mark of model.marks) {
      const sentence = wordsFor(mark)(model, mark);
      if (sentence !== null) return sentence;
    }
  }
  return null;
}

function wordsFor({ level, share: part }: ChartMark): (model: PanelModel, mark: ChartMark) => string | null {
  if (level !== undefined) return levelSentence;
  return part !== undefined ? shareSentence : sentenceOf;
}

/** What share of another's it comes to. */
function shareSentence(model: PanelModel, mark: ChartMark): string | null {
  const [of, rival] = [laneOf(model, mark.of), laneOf(model, mark.against)];
  const meant = levelOf(model, mark);
  const found = of && pointsOf(model, of.system).find(({ x }) => x >= mark.from && x <= mark.to);
  if (!of || !rival || !found || meant === undefined || mark.share === undefined) return null;
  const measured = share((found.value / meant) * mark.share, 2);
  return `At ${model.x.name} ${xWords(model.x, mark.from)}, ${of.title} reaches **${measured}** of the ${model.metric.title} of ${rival.title}; the ${workOf(mark)} says ${share(mark.share)}.`;
}

/** What was measured of a value that the paper names. */
function levelSentence(model: PanelModel, mark: ChartMark): string | null {
  const systems = model.lanes.filter(({ system }) => mark.of === undefined || system === mark.of);
  const found = systems.flatMap(({ system }) =>
    pointsOf(model, system).filter(({ x }) => x >= mark.from && x <= mark.to),
  );
  if (found.length === 0 || mark.level === undefined) return null;
  const values = found.map(({ value }) => value);
  const measured = valueWords(model.metric, mark.says === 'at most' ? Math.max(...values) : Math.min(...values));
  const whose = capital(mark.of === undefined ? model.panel.title : (laneOf(model, mark.of)?.title ?? ''));
  const where = mark.from === mark.to ? ` at ${model.x.name} ${xWords(model.x, mark.from)}` : '';
  const bound = mark.says === 'at least' ? 'at least ' : '';
  const claimed = `the ${workOf(mark)} says ${mark.says} ${valueWords(model.metric, mark.level)}`;
  return `${whose}: ${model.metric.title} ${bound}**${measured}**${where}; ${claimed}.`;
}

function sentenceOf(model: PanelModel, mark: ChartMark): string | null {
  if (mark.says !== 'ahead') return null;
  const subject = mark.of === undefined ? subjectOf(model) : laneOf(model, mark.of);
  const rival = model.lanes.find(({ system }) => system === mark.against);
  if (!subject || !rival) return null;
  const comparison = comparisonWith(model, rival.system, subject.system);
  if (!comparison.known) return null;
  const panel = model.panel.title ? `${capital(model.panel.title)}: ` : '';
  const said =
    mark.gain === undefined
      ? leadSentence(model, mark, subject, rival, comparison)
      : gainSentence(model, mark, subject, rival);
  return said && panel + said;
}

function leadSentence(model: PanelModel, mark: ChartMark, subject: Lane, rival: Lane, comparison: Comparison): string {
  const verb = verbOf(model.metric.id);
  const claimed = `the ${workOf(mark)} says ${claimedPlace(mark, model.x)}`;
  if (comparison.ahead.length === 0) return `**Nowhere** does ${subject.title} ${verb.do(rival.title)}; ${claimed}.`;
  return `${subject.title} ${verb.does(rival.title)} ${whereWords(comparison, model.x)}; ${claimed}.`;
}

function claimedPlace({ from, to }: ChartMark, axis: FigureAxis): string {
  if (Number.isFinite(from)) return `from ${xWords(axis, from)}`;
  return Number.isFinite(to) ? `up to ${xWords(axis, to)}` : 'everywhere';
}

function whereWords({ ahead, known }: Comparison, axis: FigureAxis): string {
  const [stretch, ...others] = ahead;
  if (!known || !stretch) return '';
  if (others.length > 0) return 'only **in parts**';
  const begins = stretch.from === known.from;
  const ends = stretch.to === known.to;
  const place = (x: number): string => `**${xWords(axis, x, 2)}**`;
  // A count is followed by what is counted, a measure comes after its name.
  const named = (x: number): string => (axis.unit === '' ? `${place(x)} ${axis.name}` : `${axis.name} ${place(x)}`);
  if (begins && ends) return '**at every point**';
  if (ends) return onceWords(axis, stretch.from) ?? `from ${named(stretch.from)} on`;
  return begins ? `up to ${named(stretch.to)}` : `between ${place(stretch.from)} and ${named(stretch.to)}`;
}

/** What is so of the requests from `x` on, for axes that say it: `once 37 % of requests are sequential`. */
const SHARES: Readonly<Record<string, string>> = {
  'sequential ratio': 'of requests are sequential',
  'write ratio': 'of requests are writes',
  'spatial locality': 'of requests are local',
};

function onceWords(axis: FigureAxis, x: number): string | null {
  const share_of = SHARES[axis.name];
  return share_of && axis.unit === '%' ? `once **${xWords(axis, x, 2)}** ${share_of}` : null;
}

/** A name that has a capital already stays as it is. */
const capital = (text: string): string => (/[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** The least gain over the stretch that is meant. */
function gainSentence(model: PanelModel, mark: ChartMark, subject: Lane, rival: Lane): string | null {
  const others = new Map(pointsOf(model, rival.system).map(({ x_index, value }) => [x_index, value]));
  const gains = pointsOf(model, subject.system)
    .filter(({ x }) => x >= mark.from && x <= mark.to)
    .flatMap(({ x_index, value }) => {
      const other = others.get(x_index);
      if (!other) return [];
      return [isGain(model.metric) ? value / other - 1 : 1 - value / other];
    });
  if (gains.length === 0) return null;
  const least = Math.min(...gains);
  const where = mark.from === mark.to ? `At ${model.x.name} ${xWords(model.x, mark.from)}, ` : '';
  const atLeast = gains.length > 1 ? 'at least ' : '';
  if (least < 0)
    return `${where}${subject.title} falls **${share(-least, 2)}** behind ${rival.title}; the ${workOf(mark)} says ${mark.gain} ahead.`;
  const verb = verbOf(model.metric.id).by(`${atLeast}**${share(least, 2)}**`);
  return `${where}${subject.title} ${verb} than ${rival.title}; the ${workOf(mark)} says ${mark.gain}.`;
}
