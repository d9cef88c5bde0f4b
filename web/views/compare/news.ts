/** The headline over lanes that stand side by side: who does what at this request, and who leads. Pure. */

import type { Deed } from '../../engine/protocol';
import { count, plural, time } from '../../render/format';
import { type Cause, causesOf, mainDoing } from './deeds';
import { timesNumber } from './lane-figures';
import { letterOf } from './lane-look';

/** A lane as the headline sees it. */
export interface LaneNow {
  name: string;
  /** Requests begun. */
  request: number;
  /** Of the last request; null while it is not over. */
  response_ns: number | null;
  mean_ns: number | null;
  deeds: readonly Deed[];
  stopped_by: string | null;
  /** Why it cannot go on, if so; `done` where all requests are served. */
  ended: { kind: string; text: string } | null;
}

export interface Moment {
  lanes: readonly LaneNow[];
  /** Requests begun. */
  request: number;
  requests: number;
  /** Number among the places where lanes part, counted from 1; null elsewhere. */
  parting: number | null;
  /** Requests go by too fast to be told one by one. */
  is_fast: boolean;
  /** Simulated time of lane A where it is time that holds lanes together; null where it is requests. */
  time_ns: number | null;
  /** Who does best in what else lanes are compared by: "fewest erases: A, 16 670". */
  bests: readonly string[];
}

export interface News {
  /** `**…**` is marked. */
  text: string;
  causes: readonly (Cause & { lane: number })[];
  /** What else there is to say, where no request is told. */
  notes: readonly string[];
}

export function newsOf(moment: Moment): News {
  const { lanes, request } = moment;
  const stopped = lanes.findIndex(({ stopped_by }) => stopped_by !== null);
  const { bests } = moment;
  if (request === 0) return { text: beginning(moment), causes: [], notes: BEGINNING };
  if (lanes.every(({ ended }) => ended !== null)) return { text: result(lanes), causes: [], notes: bests };
  if (moment.time_ns !== null) return { text: atTime(lanes, moment.time_ns), causes: [], notes: AT_TIME };
  if (moment.is_fast) return { text: leads(lanes), causes: [], notes: bests };
  const slowest = slowestOf(lanes);
  const chain = slowest === null ? [] : causesOf(lanes[slowest]?.deeds ?? [], lanes[slowest]?.response_ns ?? 0);
  const prefix = stopped >= 0 ? `Stopped in ${letterOf(stopped)}: ${lanes[stopped]?.stopped_by}. ` : '';
  return {
    text: prefix + requestInWords(moment),
    causes: chain.map((cause) => ({ ...cause, lane: slowest ?? 0 })),
    notes: [],
  };
}

const BEGINNING = ['Space plays, → goes on by one request, D goes to where the lanes part'];

function beginning({ lanes, requests }: Moment): string {
  const number = ['One', 'Two', 'Three', 'Four'][lanes.length - 1] ?? count(lanes.length);
  return `${number} lanes at the start. Each will be given the same ${plural(requests, 'request')}.`;
}

const AT_TIME = ['Held together by time: figures so far are not of the same requests'];

/** "In 41.6 s **A** has come to request **2 000**, C to 417, D to 413, B to 182." */
function atTime(lanes: readonly LaneNow[], time_ns: number): string {
  const order = lanes.map(({ request }, lane) => ({ request, lane })).sort((a, b) => b.request - a.request);
  const [first, ...others] = order;
  if (!first || others.every(({ request }) => request === first.request))
    return `In ${time(time_ns, 3)} all lanes have come to request **${count(first?.request ?? 0)}**.`;
  const rest = others.map(({ request, lane }) => `${letterOf(lane)} to ${count(request)}`);
  return `In ${time(time_ns, 3)} **${letterOf(first.lane)}** has come to request **${count(first.request)}**, ${rest.join(', ')}.`;
}

function slowestOf(lanes: readonly LaneNow[]): number | null {
  const most = Math.max(...lanes.map(({ response_ns }) => response_ns ?? -1));
  return most < 0 ? null : lanes.findIndex(({ response_ns }) => response_ns === most);
}

/** Lanes that take more than half as long as the slowest are slow with it. */
const SLOW_SHARE = 0.5;

function requestInWords({ lanes, request, parting }: Moment): string {
  const place = `At request ${count(request)}`;
  const known = lanes.map(({ response_ns }) => response_ns);
  if (known.some((ns) => ns === null)) return `${place} ${unfinished(lanes)}`;
  const responses = known as number[];
  const most_ns = Math.max(...responses);
  const all = lanes.map((_, lane) => lane);
  const slow = all.filter((lane) => (responses[lane] ?? 0) > SLOW_SHARE * most_ns);
  const fast = all.filter((lane) => !slow.includes(lane));
  if (fast.length === 0 || most_ns === 0) return `${place} ${groupInWords(lanes, all, responses, false)}.`;
  const opening = parting === null ? `${place} ` : `${place} the lanes part${parting > 1 ? ' further' : ''}. `;
  return `${opening}${groupInWords(lanes, slow, responses, true)}. ${groupInWords(lanes, fast, responses, false)}.`;
}

function unfinished(lanes: readonly LaneNow[]): string {
  const waiting = lanes.flatMap(({ response_ns }, lane) => (response_ns === null ? [letterOf(lane)] : []));
  return `${listed(waiting)} ${waiting.length === 1 ? 'is' : 'are'} still at it.`;
}

/** "**D** flushes a block: **35.83 ms**", "A, B and C append 4 pages: about 2 ms". */
function groupInWords(
  lanes: readonly LaneNow[],
  group: readonly number[],
  responses: readonly number[],
  marked: boolean,
): string {
  const mark = (text: string): string => (marked ? `**${text}**` : text);
  const spread = rangeInWords(group.map((lane) => responses[lane] ?? 0));
  const doings = group.map((lane) => ({ lane, ...mainDoing(lanes[lane]?.deeds ?? [], responses[lane] ?? 0) }));
  const alike = [...new Set(doings.map(({ many }) => many))].map((many) => doings.filter((each) => each.many === many));
  const told = alike.map((same) => {
    const who =
      same.length === lanes.length && lanes.length > 1 ? 'all lanes' : listed(same.map(({ lane }) => letterOf(lane)));
    const [first] = same;
    return `${mark(who)} ${(same.length === 1 ? first?.one : first?.many) ?? ''}`;
  });
  return `${told.join(', ')}: ${mark(spread)}`;
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

interface Ranked {
  lane: number;
  mean_ns: number;
}

function ranked(lanes: readonly LaneNow[]): readonly Ranked[] {
  return lanes
    .flatMap(({ mean_ns }, lane) => (mean_ns === null ? [] : [{ lane, mean_ns }]))
    .sort((a, b) => a.mean_ns - b.mean_ns);
}

/** Lanes closer than this are as good as each other. */
const TIE = 1.005;

/** While requests go by too fast: "**DFTL (B)** leads: **14.8 ms** a request so far. D takes 2.3 times as long, A 2.4, C 5.0." */
function leads(lanes: readonly LaneNow[]): string {
  const [first, ...others] = ranked(lanes);
  if (!first) return '';
  if (first.mean_ns === 0) return 'So far no request has taken any time in the lane that leads.';
  if (others.every(({ mean_ns }) => mean_ns <= first.mean_ns * TIE))
    return `So far all lanes take as long: **${time(first.mean_ns, 3)}** a request.`;
  const name = lanes[first.lane]?.name ?? '';
  return `**${name} (${letterOf(first.lane)})** leads: **${time(first.mean_ns, 3)}** a request so far. ${behind(first, others)}.`;
}

/** "B takes 2.2 times as long, D 2.3, C 5". */
function behind(first: Ranked, others: readonly Ranked[]): string {
  const words = others.map(({ lane, mean_ns }, at) => {
    const times = timesNumber(mean_ns / first.mean_ns);
    if (mean_ns <= first.mean_ns * TIE) return `${letterOf(lane)} ${at === 0 ? 'takes as long' : 'as long'}`;
    return at === 0 ? `${letterOf(lane)} takes ${times} times as long` : `${letterOf(lane)} ${times}`;
  });
  return words.join(', ');
}

/** The result in one sentence. */
function result(lanes: readonly LaneNow[]): string {
  const broken = lanes.findIndex(({ ended }) => ended !== null && ended.kind !== 'done');
  if (broken >= 0) return `${letterOf(broken)}, ${lanes[broken]?.name}, stops early: ${lanes[broken]?.ended?.text}.`;
  const [first, ...others] = ranked(lanes);
  if (!first) return 'All requests are served.';
  const opening = 'All requests are served. ';
  if (first.mean_ns === 0 || others.every(({ mean_ns }) => mean_ns <= first.mean_ns * TIE))
    return `${opening}All lanes take as long: **${time(first.mean_ns, 3)}** a request.`;
  const name = lanes[first.lane]?.name ?? '';
  return `${opening}**${name} (${letterOf(first.lane)})** is fastest: **${time(first.mean_ns, 3)}** a request. ${behind(first, others)}.`;
}
