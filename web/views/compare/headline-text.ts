/** The headline over lanes that stand side by side: who does what at this request, and who leads. Pure. */

import type { OperationTally, PowerOutcome } from '../../engine/protocol';
import { count, plural, time } from '../../render/format';
import { plain } from '../headline/marked';
import { letterOf } from './lane-appearance';
import { timesNumber } from './lane-figures';
import { type Cause, causesOf, mainDoing } from './request-summary';

/** A lane as the headline sees it. */
export interface LaneNow {
  name: string;
  /** Requests begun where its figures were taken. */
  request: number;
  /** Of the last request; null while it is not over. */
  response_ns: number | null;
  mean_ns: number | null;
  /** Blocks erased, and free in the plane that has fewest; null where the layer does not say. */
  erases: number;
  free_blocks: number | null;
  tallies: readonly OperationTally[];
  stopped_by: string | null;
  /** Why it cannot go on, if so; `done` where all requests are served. */
  ended: { kind: string; text: string } | null;
  /** Blocks that it does without. */
  bad_blocks: number;
  /** Blocks in which a program failed, and that were replaced. */
  replaced_blocks: number;
  /** Somebody made erases or programs fail in it. */
  has_failures: boolean;
  /** What a power cut cost; null where none came. */
  power_outcome: PowerOutcome | null;
}

export interface Moment {
  lanes: readonly LaneNow[];
  /** Requests begun. */
  request: number;
  requests: number;
  /** The lanes' figures are of the same requests, or of all that a lane could serve. */
  is_level: boolean;
  /** Number among the places where lanes part, counted from 1; null elsewhere. */
  divergence: number | null;
  /** Requests go by too fast to be told one by one. */
  is_fast: boolean;
  /** Simulated time of lane A where it is time that holds lanes together; null where it is requests. */
  time_ns: number | null;
  /** Who does best in what else lanes are compared by: "fewest erases: A, 16 670". */
  bests: readonly string[];
  /** There is a fuller device to be tried. */
  can_be_fuller: boolean;
  /** What makes the slowest lane slower than the fastest, in a sentence. */
  why: string | null;
}

export interface HeadlineText {
  /** `**…**` is marked. */
  text: string;
  causes: readonly (Cause & { lane: number })[];
  /** What else there is to say, where no request is told. */
  notes: readonly string[];
  /** All tie: on a device that is found full they would not. */
  offers_full_device?: true;
}

/** Null while lanes are on their way to the same place: what was said last still holds. */
export function headlineText(moment: Moment): HeadlineText | null {
  const said = newsOf(moment);
  return said && { ...said, text: said.text + badBlocks(moment.lanes) };
}

/** " Bad blocks: A 1, B 2 (1 replaced), C none yet." */
function badBlocks(lanes: readonly LaneNow[]): string {
  if (!lanes.some((lane) => badIn(lane) > 0 || lane.has_failures)) return '';
  return ` Bad blocks: ${lanes.map((lane, at) => `${letterOf(at)} ${badInWords(lane)}`).join(', ')}.`;
}

const badIn = ({ bad_blocks, replaced_blocks }: LaneNow): number => bad_blocks + replaced_blocks;

function badInWords(lane: LaneNow): string {
  const { replaced_blocks, has_failures, ended } = lane;
  const all = badIn(lane);
  if (all === 0) return has_failures && !ended ? 'none yet' : 'none';
  if (replaced_blocks === 0) return count(all);
  return `${count(all)} (${replaced_blocks === all ? '' : `${count(replaced_blocks)} `}replaced)`;
}

function newsOf(moment: Moment): HeadlineText | null {
  const { lanes, request, is_level, bests } = moment;
  const stopped = lanes.findIndex(({ stopped_by }) => stopped_by !== null);
  const over = lanes.filter(({ ended }) => ended !== null).length;
  if (request === 0) return { text: beginning(moment), causes: [], notes: BEGINNING };
  if (over === lanes.length && is_level) {
    if (lanes.some(({ power_outcome }) => power_outcome)) return afterPowerCut(lanes);
    const said = { text: result(moment), causes: [], notes: [...reasonOf(moment), ...bests] };
    return areTied(lanes) && moment.can_be_fuller ? { ...said, offers_full_device: true } : said;
  }
  if (moment.time_ns !== null) return { text: atTime(lanes, moment.time_ns), causes: [], notes: AT_TIME };
  if (!is_level) return over > 0 ? { text: stillRunning(lanes), causes: [], notes: [] } : null;
  if (moment.is_fast) return { text: `${earlyEnds(moment)}${leads(lanes)}`, causes: [], notes: bests };
  const going = lanes.map((lane) => (lane.request < request ? { ...lane, response_ns: null } : lane));
  const slowest = slowestOf(going);
  const chain = causesOf(lanes[slowest]?.tallies ?? [], lanes[slowest]?.response_ns ?? 0);
  const prefix = stopped >= 0 ? `Stopped in ${letterOf(stopped)}: ${lanes[stopped]?.stopped_by}. ` : earlyEnds(moment);
  return {
    text: prefix + requestInWords(moment),
    causes: chain.map((cause) => ({ ...cause, lane: slowest })),
    notes: [],
  };
}

const BEGINNING = ['Press Space to play, → for the next request, D for the next divergence'];

function beginning({ lanes, requests }: Moment): string {
  const number = ['One', 'Two', 'Three', 'Four'][lanes.length - 1] ?? count(lanes.length);
  // While they are opened nobody knows how many.
  const given = requests === 0 ? '' : ` All get the same ${plural(requests, 'request')}.`;
  return `${number} lanes at the start.${given}`;
}

const AT_TIME = ['Aligned by time: the figures so far cover different requests'];

/** "After 41.6 s **A** has reached request **2 000**, C 417, D 413, B 182." */
function atTime(lanes: readonly LaneNow[], time_ns: number): string {
  const order = lanes.map(({ request }, lane) => ({ request, lane })).sort((a, b) => b.request - a.request);
  const [first, ...others] = order;
  if (!first || others.every(({ request }) => request === first.request))
    return `After ${time(time_ns, 3)} all lanes have reached request **${count(first?.request ?? 0)}**.`;
  const rest = others.map(({ request, lane }) => `${letterOf(lane)} ${count(request)}`);
  return `After ${time(time_ns, 3)} **${letterOf(first.lane)}** has reached request **${count(first.request)}**, ${rest.join(', ')}.`;
}

/** The lane that took longest; -1 while none is over. */
function slowestOf(lanes: readonly LaneNow[]): number {
  const most = Math.max(...lanes.map(({ response_ns }) => response_ns ?? -1));
  return lanes.findIndex(({ response_ns }) => response_ns === most);
}

/** Lanes that take more than half as long as the slowest are slow with it. */
const SLOW_SHARE = 0.5;

function requestInWords({ lanes, request, divergence }: Moment): string {
  const place = `At request ${count(request)}`;
  const all = lanes.flatMap((lane, index) => (lane.request === request ? [index] : []));
  const waiting = all.filter((lane) => lanes[lane]?.response_ns === null);
  if (waiting.length > 0) return `${place} ${unfinished(waiting)}`;
  const responses = lanes.map((lane) => (lane.request === request ? (lane.response_ns ?? 0) : 0));
  const most_ns = Math.max(...responses);
  const slow = all.filter((lane) => (responses[lane] ?? 0) > SLOW_SHARE * most_ns);
  const fast = all.filter((lane) => !slow.includes(lane));
  if (fast.length === 0 || most_ns === 0) return `${place} ${groupInWords(lanes, all, responses, false)}.`;
  const opening = divergence === null ? `${place} ` : `${place} the lanes part${divergence > 1 ? ' further' : ''}. `;
  return `${opening}${groupInWords(lanes, slow, responses, true)}. ${groupInWords(lanes, fast, responses, false)}.`;
}

const unfinished = (waiting: readonly number[]): string =>
  `${listed(waiting.map(letterOf))} ${waiting.length === 1 ? 'has' : 'have'} not finished.`;

/** Who lost least when power was cut, and what each lost and did to recover. */
function afterPowerCut(lanes: readonly LaneNow[]): HeadlineText {
  const cut = lanes.flatMap(({ power_outcome }, lane) => (power_outcome ? [{ lane, ...power_outcome }] : []));
  const losses = [...new Set(cut.map(({ lost_pages }) => lost_pages))].sort((one, other) => one - other);
  const parts = losses.map((lost, rank) => {
    const who = cut.filter(({ lost_pages }) => lost_pages === lost).map(({ lane }) => letterOf(lane));
    const pages = lost === 0 ? 'no acknowledged page' : rank > 0 ? count(lost) : plural(lost, 'acknowledged page');
    return who.length === 1 ? `${who[0]} loses ${pages}` : `${listed(who)} lose ${pages}${lost === 0 ? '' : ' each'}`;
  });
  const [least, ...more] = parts;
  return {
    text: `Power was cut: ${[`**${least}**`, ...more].join(', ')}.`,
    causes: [],
    notes: cut.map(({ lane, told }) => `${letterOf(lane)}: ${plain(told)}`),
  };
}

/** "A and B have ended. C and D are still running." */
function stillRunning(lanes: readonly LaneNow[]): string {
  const over = lanes.flatMap(({ ended }, lane) => (ended === null ? [] : [letterOf(lane)]));
  const running = lanes.flatMap(({ ended }, lane) => (ended === null ? [letterOf(lane)] : []));
  if (running.length === 0) return 'All lanes have ended.';
  const [end, run] = [over.length === 1 ? 'has' : 'have', running.length === 1 ? 'is' : 'are'];
  return `${listed(over)} ${end} ended. ${listed(running)} ${run} still running.`;
}

/** "C, FAST, stopped early, at request 113 of 184: no block is left. " */
function earlyEnds({ lanes, requests }: Moment): string {
  return lanes
    .map(({ name, request, ended }, lane) =>
      ended === null || ended.kind === 'done'
        ? ''
        : `${letterOf(lane)}, ${name}, stopped early, at request ${count(request)} of ${count(requests)}: ${ended.text}. `,
    )
    .join('');
}

/** "**D** flushes a block: response **35.83 ms**", "A, B and C program 4 pages: response about 2 ms". */
function groupInWords(
  lanes: readonly LaneNow[],
  group: readonly number[],
  responses: readonly number[],
  marked: boolean,
): string {
  const mark = (text: string): string => (marked ? `**${text}**` : text);
  const spread = rangeInWords(group.map((lane) => responses[lane] ?? 0));
  const doings = group.map((lane) => ({ lane, ...mainDoing(lanes[lane]?.tallies ?? [], responses[lane] ?? 0) }));
  const alike = [...new Set(doings.map(({ many }) => many))].map((many) => doings.filter((each) => each.many === many));
  const told = alike.map((same) => {
    const who =
      same.length === lanes.length && lanes.length > 1
        ? allLanes(lanes)
        : listed(same.map(({ lane }) => letterOf(lane)));
    const [first] = same;
    return `${mark(who)} ${(same.length === 1 ? first?.one : first?.many) ?? ''}`;
  });
  return `${told.join(', ')}: response ${mark(spread)}`;
}

/** "35.83 ms", "about 2 ms", "1.6 to 2.1 ms". */
export function rangeInWords(times_ns: readonly number[]): string {
  const [least, most] = [Math.min(...times_ns), Math.max(...times_ns)];
  if (most === 0) return 'no time';
  if (most - least <= 0.02 * most) return time(most);
  const mean = times_ns.reduce((sum, ns) => sum + ns, 0) / times_ns.length;
  if (most <= 1.6 * least) return `about ${time(mean, 2)}`;
  if (least === 0) return `up to ${time(most, 3)}`;
  const [low, high] = [time(least, 2), time(most, 2)].map((text) => text.split('\u00a0'));
  return low?.[1] === high?.[1] ? `${low?.[0]} to ${time(most, 2)}` : `${time(least, 2)} to ${time(most, 2)}`;
}

/** "A", "A and B", "A, B and C". */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** "both lanes", "all four lanes". */
const allLanes = (lanes: readonly unknown[]): string =>
  lanes.length === 2 ? 'both lanes' : `all ${['three', 'four'][lanes.length - 3] ?? count(lanes.length)} lanes`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Ranked {
  lane: number;
  mean_ns: number;
}

/** The lanes with figures of the most requests, the fastest first. A mean over fewer says nothing of the others. */
function ranked(lanes: readonly LaneNow[]): readonly Ranked[] {
  const most = Math.max(...lanes.map(({ request }) => request));
  return lanes
    .flatMap(({ mean_ns, request }, lane) => (mean_ns === null || request < most ? [] : [{ lane, mean_ns }]))
    .sort((a, b) => a.mean_ns - b.mean_ns);
}

/** Lanes closer than this are as good as each other. */
const TIE = 1.005;

const ties = (first: Ranked, others: readonly Ranked[]): boolean =>
  others.every(({ mean_ns }) => mean_ns <= first.mean_ns * TIE);

/** While requests go by too fast: "**DFTL (B)** leads: mean **14.8 ms** per request so far. D takes 2.3 times as long, A 2.4, C 5.0." */
function leads(lanes: readonly LaneNow[]): string {
  const [first, ...others] = ranked(lanes);
  if (!first) return '';
  const mean = `mean **${time(first.mean_ns, 3)}** per request so far`;
  if (others.length === 0) return `${letterOf(first.lane)}: ${mean}.`;
  if (ties(first, others)) return `${capitalised(whoTies(lanes, [first, ...others]))} tie: ${mean}.`;
  const name = lanes[first.lane]?.name ?? '';
  return `**${name} (${letterOf(first.lane)})** leads: ${mean}. ${behind(first, others)}.`;
}

const whoTies = (lanes: readonly LaneNow[], level: readonly Ranked[]): string =>
  level.length === lanes.length ? allLanes(lanes) : listed(level.map(({ lane }) => letterOf(lane)).sort());

/** "B takes 2.2 times as long, D 2.3, C 5". Nothing is a multiple of no time. */
function behind(first: Ranked, others: readonly Ranked[]): string {
  const words = others.map(({ lane, mean_ns }, at) => {
    if (mean_ns <= first.mean_ns * TIE) return `${letterOf(lane)} ${at === 0 ? 'takes as long' : 'as long'}`;
    const long = first.mean_ns === 0 ? time(mean_ns, 3) : timesNumber(mean_ns / first.mean_ns);
    const unit = first.mean_ns === 0 ? '' : ' times as long';
    return at === 0 ? `${letterOf(lane)} takes ${long}${unit}` : `${letterOf(lane)} ${long}`;
  });
  return words.join(', ');
}

/** The result in one or two sentences. A lane that could not serve all requests is not ranked. */
function result(moment: Moment): string {
  const { lanes, requests } = moment;
  const done = lanes.flatMap(({ ended }, lane) => (ended?.kind === 'done' ? [lane] : []));
  const all_done = done.length === lanes.length;
  const opening = all_done
    ? 'All requests served.'
    : `${earlyEnds(moment)}${done.length > 0 ? `${listed(done.map(letterOf))} served all ${count(requests)}.` : ''}`.trim();
  const [first, ...others] = ranked(lanes).filter(({ lane }) => done.includes(lane));
  if (!first) return opening;
  const mean = `mean **${time(first.mean_ns, 3)}** per request`;
  if (others.length === 0) return `${opening} ${letterOf(first.lane)}: ${mean}.`;
  if (ties(first, others)) return `${opening} ${capitalised(whoTies(lanes, [first, ...others]))} tie: ${mean}.`;
  const name = lanes[first.lane]?.name ?? '';
  return `${opening} **${name} (${letterOf(first.lane)})** is fastest: ${mean}. ${behind(first, others)}.`;
}

/** Why the slowest is slower than the fastest; of lanes that tie, what none of them had to do. */
function reasonOf({ lanes, why }: Moment): readonly string[] {
  if (why !== null) return [why];
  if (!areTied(lanes) || lanes.some(({ erases }) => erases > 0)) return [];
  const free = lanes.flatMap(({ free_blocks }) => (free_blocks === null ? [] : [free_blocks]));
  const least = Math.min(...free);
  const left = free.length === 0 ? '' : `: ${least === 1 ? '1 block is' : `${count(least)} blocks are`} still free`;
  return [`No lane ever had to collect${left}`];
}

/** All have served all requests, none faster than the others. */
export function areTied(lanes: readonly LaneNow[]): boolean {
  const [first, ...others] = ranked(lanes);
  return (
    first !== undefined &&
    others.length === lanes.length - 1 &&
    lanes.every(({ ended }) => ended?.kind === 'done') &&
    ties(first, others)
  );
}
