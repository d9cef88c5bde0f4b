/** The figure's headline: what the paper says first, and what was measured of it. `**…**` is what the reader is to see. */

import type { FigureAxis, MetricId } from '../../engine/figures';
import { share } from '../../render/format';
import { xWords } from './axis';
import type { ClaimedPlace } from './claimed';
import type { Lane } from './lanes';
import type { Comparison } from './leads';
import { comparisonWith, pointsOf, subjectOf } from './model';
import type { PanelModel } from './models';

interface Verb {
  /** `answers sooner`, after `does`: `answer sooner`. */
  does: string;
  do: string;
  by: (gain: string) => string;
}

const EVENLY: Verb = {
  does: 'wears blocks more evenly',
  do: 'wear blocks more evenly',
  by: (gain) => `spreads erases ${gain} less unevenly`,
};

const VERBS: Readonly<Record<MetricId, Verb>> = {
  mean_response_ms: { does: 'answers sooner', do: 'answer sooner', by: (gain) => `answers ${gain} sooner` },
  erases: { does: 'erases less', do: 'erase less', by: (gain) => `erases ${gain} less` },
  erase_std_dev: EVENLY,
  erase_cv: EVENLY,
};

/** null before there is anything to compare. */
export function newsOf(models: readonly PanelModel[]): string | null {
  for (const model of models) {
    for (const mark of model.marks) {
      const sentence = mark.says === 'ahead' ? sentenceOf(model, mark) : null;
      if (sentence !== null) return sentence;
    }
  }
  return null;
}

function sentenceOf(model: PanelModel, mark: ClaimedPlace): string | null {
  const subject = subjectOf(model);
  const rival = model.lanes.find(({ system }) => system === mark.against);
  if (!subject || !rival) return null;
  const comparison = comparisonWith(model, rival.system);
  if (!comparison.known) return null;
  const panel = model.panel.title ? `${capital(model.panel.title)}: ` : '';
  const said =
    mark.gain === undefined
      ? leadSentence(model, mark, subject, rival, comparison)
      : gainSentence(model, mark, subject, rival);
  return said && panel + said;
}

function leadSentence(
  model: PanelModel,
  mark: ClaimedPlace,
  subject: Lane,
  rival: Lane,
  comparison: Comparison,
): string {
  const verb = VERBS[model.metric.id];
  const claimed = Number.isFinite(mark.from)
    ? `the paper says from ${xWords(model.x, mark.from)}`
    : 'the paper says everywhere';
  if (comparison.ahead.length === 0)
    return `**Nowhere** does ${subject.title} ${verb.do} than ${rival.title}; ${claimed}.`;
  return `${subject.title} ${verb.does} than ${rival.title} ${whereWords(comparison, model.x)}; ${claimed}.`;
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
  if (ends) return `from ${named(stretch.from)} on`;
  return begins ? `up to ${named(stretch.to)}` : `between ${place(stretch.from)} and ${named(stretch.to)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The least gain over the stretch that is meant. */
function gainSentence(model: PanelModel, mark: ClaimedPlace, subject: Lane, rival: Lane): string | null {
  const others = new Map(pointsOf(model, rival.system).map(({ x_index, value }) => [x_index, value]));
  const gains = pointsOf(model, subject.system)
    .filter(({ x }) => x >= mark.from && x <= mark.to)
    .flatMap(({ x_index, value }) => {
      const other = others.get(x_index);
      return other ? [1 - value / other] : [];
    });
  if (gains.length === 0) return null;
  const least = Math.min(...gains);
  const where = mark.from === mark.to ? `At ${model.x.name} ${xWords(model.x, mark.from)} ` : '';
  const atLeast = gains.length > 1 ? 'at least ' : '';
  if (least < 0)
    return `${where}${subject.title} falls **${share(-least, 2)}** behind ${rival.title}; the paper says ${share(mark.gain ?? 0)} ahead.`;
  const verb = VERBS[model.metric.id].by(`${atLeast}**${share(least, 2)}**`);
  return `${where}${subject.title} ${verb} than ${rival.title}; the paper says ${share(mark.gain ?? 0)}.`;
}
