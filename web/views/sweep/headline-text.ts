/** The headline of a sweep: who comes best, where that changes, and by how much. */

import { metricOf } from '../../app/sweep/metrics';
import { axesOf, runsDone, type SweepState, sizeOf } from '../../app/sweep/state';
import type { SweepPlan } from '../../engine/sweep';
import { count, plural, significant } from '../../render/format';
import { valueWords } from '../figures/axis';
import { axisModels, placeWords, type SweepAxisModel } from './axes';
import { winnerAt } from './models';

/** Words between asterisks carry the marker. */
export function headlineText(sweep: SweepState): string {
  const { plan } = sweep;
  if (!plan)
    return sweep.experiment
      ? 'Vary one setting, or two, for several designs at once.'
      : 'One experiment at many settings.';
  if (runsDone(sweep) === 0) return `${capital(runWords(plan))}, not run yet.`;
  const [policies] = axesOf(plan);
  if (!policies || policies.length < 2) return aloneWords(plan, sweep);
  return sizeOf(plan).y > 1 ? mapWords(plan, sweep) : alongWords(plan, sweep);
}

/** `44 runs: 4 policies × 11 values of write ratio` */
export function runWords(plan: SweepPlan): string {
  const size = sizeOf(plan);
  const { x, y } = axisModels(plan);
  const [policies] = axesOf(plan);
  const parts = [
    policies ? (policies.length === 1 ? '1 policy' : `${count(policies.length)} policies`) : '',
    x.path === null ? '' : `${plural(size.x, 'value')} of ${x.axis.name}`,
    y.path === null ? '' : `${plural(size.y, 'value')} of ${y.axis.name}`,
  ].filter(Boolean);
  return `${plural(plan.count, 'run')}: ${parts.join(' × ')}`;
}

interface Stretch {
  policy: number;
  from: number;
  to: number;
}

/** Along one field: who is best from where to where. */
function alongWords(plan: SweepPlan, sweep: SweepState): string {
  const metric = metricOf(sweep.metric);
  const { x, across } = axisModels(plan);
  const title = titleOf(plan);
  const what = `${metric.better === 'less' ? 'the lowest' : 'the highest'} ${lower(metric.title)}`;
  const winners = x.places.map((_, at) => winnerAt(plan, sweep, metric, across ? 0 : at, 0));
  if (across) {
    const best = winners[0];
    return best ? `**${title(best.policy)}** has ${what}: ${valueWords(metric, best.value)}.` : capital(runWords(plan));
  }
  const found = stretches(winners.map((winner) => (winner && !winner.tie ? winner.policy : null)));
  const [first, second, ...more] = found;
  if (!first) return `${capital(runWords(plan))}.`;
  if (!second) {
    const best = winners[first.to];
    const lead = best?.second ? leadWords(best.value, best.second.value, title(best.second.policy)) : '';
    return `**${title(first.policy)}** has ${what} at every ${x.axis.name}${best ? `: ${valueWords(metric, best.value)} at ${placeWords(x, first.to)}${lead}` : ''}.`;
  }
  if (more.length === 0)
    return `Up to ${x.axis.name} ${placeWords(x, first.to)} **${title(first.policy)}** has ${what}; from ${placeWords(x, second.from)} on it is **${title(second.policy)}**.`;
  const others = (mine: Stretch): string => {
    const led = [...new Set(found.map(({ policy }) => policy))].filter((policy) => policy !== mine.policy).map(title);
    return led.length > 1 ? `${led.slice(0, -1).join(', ')} and ${led.at(-1)} take turns` : `it is ${led[0]}`;
  };
  const longest = found.reduce((best, each) => (each.to - each.from > best.to - best.from ? each : best));
  return `${whereWords(x, longest)} **${title(longest.policy)}** has ${what}; elsewhere ${others(longest)}.`;
}

/** `From buffer size 128 KiB on` */
function whereWords(x: SweepAxisModel, { from, to }: Stretch): string {
  const [first, last] = [placeWords(x, from), placeWords(x, to)];
  if (from === to) return `At ${x.axis.name} ${first}`;
  if (to === x.places.length - 1) return `From ${x.axis.name} ${first} on`;
  return from === 0 ? `Up to ${x.axis.name} ${last}` : `From ${x.axis.name} ${first} to ${last}`;
}

/** Neighbouring places with the same winner; a place without one belongs to neither. */
function stretches(winners: readonly (number | null)[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [at, policy] of winners.entries()) {
    if (policy === null) continue;
    const last = found.at(-1);
    if (last?.policy === policy) last.to = at;
    else found.push({ policy, from: at, to: at });
  }
  return found;
}

function leadWords(best: number, second: number, title: string): string {
  if (best <= 0 || second <= best) return '';
  return `, ${significant(second / best, 2)} times less than ${title}`;
}

/** Over two fields: how much of the plane each has. */
function mapWords(plan: SweepPlan, sweep: SweepState): string {
  const metric = metricOf(sweep.metric);
  const size = sizeOf(plan);
  const title = titleOf(plan);
  const won = new Map<number, number>();
  let known = 0;
  for (let x = 0; x < size.x; x++)
    for (let y = 0; y < size.y; y++) {
      const winner = winnerAt(plan, sweep, metric, x, y);
      if (winner) known++;
      if (winner && !winner.tie) won.set(winner.policy, (won.get(winner.policy) ?? 0) + 1);
    }
  const [first, second] = [...won].sort((a, b) => b[1] - a[1]);
  const what = `${metric.better === 'less' ? 'lowest' : 'highest'} ${lower(metric.title)}`;
  if (!first) return `${capital(runWords(plan))}.`;
  const others = second ? `, **${title(second[0])}** at ${count(second[1])}` : '';
  return `**${title(first[0])}** has the ${what} at ${count(first[1])} of ${plural(known, 'place')}${others}.`;
}

/** One policy: from where to where the metric goes. */
function aloneWords(plan: SweepPlan, { results, metric: id }: SweepState): string {
  const metric = metricOf(id);
  const known = results.flatMap((result, index) => {
    const value = result?.refused === null ? (result.figures[id] ?? null) : null;
    return value === null ? [] : [{ index, value }];
  });
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return `${capital(runWords(plan))}.`;
  const { x } = axisModels(plan);
  const size = sizeOf(plan);
  const at = (index: number): string => placeWords(x, Math.floor(index / size.y) % size.x);
  return `${metric.title} goes from **${valueWords(metric, first.value)}** at ${x.axis.name} ${at(first.index)} to **${valueWords(metric, last.value)}** at ${at(last.index)}.`;
}

const titleOf =
  (plan: SweepPlan) =>
  (policy: number): string =>
    axesOf(plan)[0]?.[policy]?.title ?? '';

const lower = (text: string): string => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
