// @vitest-environment happy-dom
/**
 * No two places on the screen disagree: the headline, the chain of causes, the panels of the stage and those of the rail are read at many
 * moments of every ready example, and whatever names the same thing has to say the same of it.
 */

import { expect, test } from 'vitest';
import { NO_BASELINES } from '../app/baselines/state';
import { EXAMPLES } from '../app/examples';
import { initialState } from '../app/initial-state';
import { stageShown } from '../app/stage-choice';
import type { AppState } from '../app/state';
import type { Frame, Opened } from '../engine/protocol';
import { momentsOf } from '../fixtures/moments';
import { ratio, time } from '../render/format';
import { account as ganttAccount, modelOf as ganttModel } from './gantt/model';
import { plain } from './headline/marked';
import { reciprocal } from './layer/buffer/density';
import { priceWords } from './layer/clash/footer';
import { freeWords } from './layer/host-map/lines';
import { pictureOf as logsPicture, victimOf } from './layer/logs/picture';
import { STAGES } from './layer/stages';
import { pictureOf as ttflashPicture } from './layer/ttflash/model';
import { choiceRows } from './layer/ttflash/story';
import { noteOf as xorNote } from './layer/ttflash/xor';
import { CHART as LATENCY } from './rail/charts/response';
import type { Drawing, RailChart } from './rail/panel';
import { CHARTS } from './rail/rail';
import type { Account } from './stage-kit/text-account';

const MOMENTS = 200;
const SEED = 16;
const WIDTH_PX = 352;

/** All that is told at one moment. */
interface Told {
  frame: Frame;
  opened: Opened;
  state: AppState;
  headline: string;
  /** Links of the chain, oldest first. */
  chain: string[];
  stage: Account[];
  rail: ReadonlyMap<RailChart, Drawing>;
}

/** Thin and unbreakable spaces as what they look like; between digits they are none. */
const flat = (text: string): string =>
  plain(text)
    .replace(/(?<=\d)[\u202f\u202f](?=\d)/g, '')
    .replace(/[\u202f\u202f\u00a0]/g, ' ');

/** Things with a number, the longer names first. */
const NAMES =
  /\b(page \d+ of map block|LPN|parity of stripe|translation page|map block|log block|stripe|block|line|page|B)s? ?(\d+)/gi;

/** What a text names: "line" → the numbers it has there. */
function named(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, kind = '', number = ''] of text.matchAll(NAMES)) {
    const key = kind === 'B' ? 'B' : kind.toLowerCase();
    found.set(key, (found.get(key) ?? new Set()).add(number));
  }
  return found;
}

const linesOf = (told: Told, name: string): readonly string[] =>
  told.stage.find((one) => one.name === name)?.lines ?? [];
const lastOf = ({ frame }: Told): Frame['operations'][number] | undefined => frame.operations.at(-1);
const linkWith = ({ chain }: Told, words: RegExp): string | null =>
  chain.map((link) => words.exec(link)?.[1] ?? null).findLast((found) => found !== null) ?? null;

function stageOf(frame: Frame, opened: Opened, state: AppState): readonly Account[] {
  const { stage } = stageShown(state);
  return stage ? STAGES[stage].accounts({ frame, geometry: opened.geometry, state, arrival: frame }) : [];
}

function railOf({ charts, position }: Frame, opened: Opened): Map<RailChart, Drawing> {
  const drawn = new Map<RailChart, Drawing>();
  if (!charts) return drawn;
  for (const chart of CHARTS) {
    const told = { charts, position, opened, baselines: NO_BASELINES };
    const drawing = chart.draw(told, WIDTH_PX, chart.height);
    if (drawing) drawn.set(chart, drawing);
  }
  return drawn;
}

function read(frame: Frame, opened: Opened): Told {
  const state: AppState = { ...initialState(), screen: 'workbench', opened, frame };
  return {
    frame,
    opened,
    state,
    headline: flat(frame.headline.text),
    chain: frame.headline.causes.map(({ label }) => flat(label)),
    stage: stageOf(frame, opened, state).map(({ name, lines }) => ({ name, lines: lines.map(flat) })),
    rail: railOf(frame, opened),
  };
}

/** A rule: what is wrong at a moment, in words; nothing where all is well. */
type Rule = (told: Told) => string[];

const RULES: Readonly<Record<string, Rule>> = {
  'the last link of the chain is the last operation'({ frame, chain }) {
    const { op } = frame.position;
    if (op === 0) return [];
    const last = frame.headline.causes.at(-1);
    return last?.op === op - 1 ? [] : [`after ${op} operations the chain ends with ${last?.op}: ${chain.join(' > ')}`];
  },

  'the headline and the last link name the same things'(told) {
    const [link, headline] = [told.chain.at(-1), named(told.headline)];
    if (link === undefined || told.frame.position.ended) return [];
    return [...named(link)].flatMap(([kind, numbers]) => {
      const there = headline.get(kind);
      return there && ![...numbers].some((number) => there.has(number))
        ? [`${kind} ${[...numbers]} in the chain, ${[...there]} in the headline`]
        : [];
    });
  },

  'what is moved, read or written has one name'(told) {
    const link = told.chain.at(-1) ?? '';
    const what = /^(?:copy|read|write) (.+?)(?: into.*)?$/.exec(link)?.[1];
    if (!what || !/^(copy|read|write) /.test(link) || link.includes('map block') || told.frame.position.ended)
      return [];
    return told.headline.toLowerCase().includes(what.toLowerCase()) ? [] : [`the chain says ${what}`];
  },

  'a page of the host is one of the host'({ headline, chain, opened }) {
    return [headline, ...chain].flatMap((text) =>
      [...text.matchAll(/(?<!translation )\bpage (\d+)(?! of map block)/gi)]
        .filter(([, number]) => Number(number) >= opened.geometry.logical_pages)
        .map(([words]) => `${words} of ${opened.geometry.logical_pages}: ${text}`),
    );
  },

  'a choice just carried out is the one in the headline'(told) {
    const { decision, position } = told.frame;
    const [row] = decision?.rows ?? [];
    if (!decision || !row || decision.op !== position.op - 1 || position.ended) return [];
    const headline = named(told.headline);
    const wrong = [...named(flat(row.label))].filter(([kind, numbers]) => {
      const there = headline.get(kind);
      return there && ![...numbers].every((number) => there.has(number));
    });
    const counted = /(\d+) of its (\d+) pages/.exec(told.headline);
    const valid = decision.columns[0] === 'valid' ? flat(row.cells[0] ?? '') : null;
    return [
      ...wrong.map(([kind, numbers]) => `the table says ${kind} ${[...numbers]}`),
      ...(counted && valid !== null && counted[1] !== valid ? [`the table says ${valid} valid`] : []),
    ];
  },

  'a choice that led to the last operation is told, not the next one'({ frame, headline }) {
    const bare = /^(GC takes \S+ \S+\.|Log block \d+ has to be emptied\.|\S+ (\d+ )?goes from RAM to flash\.)$/;
    const { decision, position } = frame;
    return decision && decision.op >= position.op && bare.test(headline)
      ? [`the table asks: ${decision.question}`]
      : [];
  },

  'the block that is collected is the one on the bench'(told) {
    const victim = linkWith(told, /GC picks block (\d+)/);
    const bench = told.frame.bench.find(({ role }) => role === 'victim');
    if (victim === null || !bench) return [];
    const valid = bench.page_state.filter((state) => state === 1).length;
    const left = /(\d+) pages? still to move/.exec(told.headline)?.[1];
    if (String(bench.block) !== victim) return [`bench ${bench.block}, chain ${victim}`];
    return left !== undefined && bench.page_state.every((state) => state < 3) && Number(left) !== valid
      ? [`${left} left, ${valid} on the bench`]
      : [];
  },

  'rebuilds on the stage are those of the chain'(told) {
    const { merges, layer } = told.frame;
    if (!merges || stageShown(told.state).stage !== 'logs') return [];
    const lbn = linkWith(told, /(?:full|partial|switch) merge of B(\d+)/);
    const is_over = told.chain.at(-1)?.includes('ends');
    const running = merges.rows.find(({ state }) => state === 'running');
    const emptied = linkWith(told, /reclaim (?:of )?log block (\d+)/);
    const picture = logsPicture(told.frame, told.opened.geometry, told.opened, null);
    const victim = picture && victimOf(picture);
    const waits = merges.rows.filter(({ state }) => state === 'waiting');
    return [
      ...(lbn !== null && !is_over && String(running?.lbn) !== lbn ? [`B${running?.lbn} is under way`] : []),
      ...(emptied !== null && merges.reclaim && String(merges.reclaim.block) !== emptied
        ? [`log block ${merges.reclaim.block} is emptied`]
        : []),
      ...(waits.length > 0 && victim === null ? [`B${waits[0]?.lbn} waits for nothing`] : []),
      ...(waits.length > 0 && merges.reclaim && !layer.parked.some(({ block }) => block === merges.reclaim?.block)
        ? [`rebuilds wait for log block ${merges.reclaim.block}, which is none`]
        : []),
    ];
  },

  'what leaves RAM on the stage leaves it in the chain'(told) {
    const leaving = linkWith(told, /^(?:flush|plug) B(\d+)$/);
    const { buffer, cache } = told.frame.layer;
    const stage = stageShown(told.state).stage;
    const flush = stage === 'buffer' ? buffer?.flush : stage === 'cache' ? cache?.flush : null;
    if (leaving === null || flush === undefined || flush === null) return [];
    return String(flush.lbn) === leaving ? [] : [`B${flush.lbn} leaves on the stage, B${leaving} in the chain`];
  },

  'figures of λ and of groups are those of the headline'(told) {
    const { density } = told.frame.layer.buffer ?? {};
    const lambda = /λ = ([\d.]+)/.exec(told.headline)?.[1];
    const leaves = /^(B\d+) is .*?: (\d+) pages?, untouched/.exec(told.headline);
    const [step = ''] = linesOf(told, 'This step');
    const [rule = ''] = linesOf(told, 'Log or plug');
    return [
      ...(density && lambda !== undefined && !rule.includes(`λ = ${lambda} `) && !rule.includes('never')
        ? [`stage: ${rule}`]
        : []),
      ...(leaves && step !== '' && !step.startsWith(`${leaves[1]} leaves with ${leaves[2]} page`)
        ? [`stage: ${step}`]
        : []),
    ];
  },

  'the density on the stage, of age and size, is the one that the groups stand in order by'(told) {
    const { density, grain, groups = [] } = told.frame.layer.buffer ?? {};
    if (!density || grain !== 'sector') return [];
    return groups.flatMap(({ lbn, age, sectors, score }) => {
      const shown = reciprocal(density.alpha, { age, size: sectors });
      return Math.abs(shown / score - 1) < 1e-9 ? [] : [`B${lbn}: ${shown} on the stage, ${score} in the order`];
    });
  },

  'prices name what they count'(told) {
    return (told.frame.decision?.prices ?? []).flatMap((price) => {
      const words = flat(priceWords(price));
      const counts = { read: price.reads, erase: price.erases, program: price.programs };
      return Object.entries(counts).flatMap(([word, number]) => {
        const says = new RegExp(`(\\d+|no) ${word}s?\\b`, 'g');
        const said = [...words.matchAll(says)].map(([, n]) => (n === 'no' ? 0 : Number(n)));
        return words === 'no flash operation' || (said.length === 1 && said[0] === number)
          ? []
          : [`${number}: ${words}`];
      });
    });
  },

  'a look-up in steps is the one in the chain'(told) {
    const { openchannel } = told.frame.layer;
    const walk = openchannel?.map?.walk;
    const steps = linesOf(told, 'Look-up');
    const missed = linkWith(told, /^map block (\d+): not in memory$/);
    const victim = linkWith(told, /^map block (\d+) makes way$/);
    const host = linkWith(told, /^host (?:read|write) of page (\d+)$/);
    const line = /in line (\d+)/.exec(told.headline)?.[1];
    const fetched = lastOf(told)?.kind === 'read' && lastOf(told)?.purpose === 'map';
    const source = steps.find((step) => step.startsWith('5 (now)'));
    if (!openchannel) return [];
    const page = /^Page (\d+) of map block \d+ is (?:read|written)/.exec(told.headline)?.[1];
    const so_far = steps.map((step) => /\(now\).*, (\d+) of \d+ pages/.exec(step)?.[1]).find(Boolean);
    return [
      ...(page !== undefined && so_far !== undefined && page !== so_far ? [`the steps say page ${so_far}`] : []),
      ...(missed !== null && String(walk?.id) !== missed ? [`steps are about map block ${walk?.id}`] : []),
      ...(victim !== null && String(walk?.victim?.id) !== victim ? [`steps let ${walk?.victim?.id} go`] : []),
      ...(host !== null && missed !== null && walk && !steps[0]?.includes(`LBN ${host}:`)
        ? [`steps: ${steps[0]}`]
        : []),
      ...(fetched && source && line !== undefined && !source.includes(`line ${line},`) ? [source] : []),
    ];
  },

  'a line has one name and its pages are counted once'(told) {
    const { openchannel } = told.frame.layer;
    if (!openchannel) return [];
    const lines = linesOf(told, 'Lines');
    const picked = linkWith(told, /GC picks line (\d+)/);
    const collected = /line (\d+) is being collected/.exec(lines.join('; '))?.[1];
    const of_map = lastOf(told)?.purpose === 'map-gc';
    const states = openchannel.line_states.filter((state, at) => state === 2 && openchannel.line_kinds[at] === 0);
    const listed = openchannel.lists.reduce((sum, number) => sum + number, 0);
    const free = Number(/^(\d+) of/.exec(flat(freeWords(openchannel)))?.[1]) * openchannel.pus;
    const bare = [told.headline, ...told.chain].filter((text) => /GC (picks|takes|of) (the )?block/.test(text));
    return [
      ...(picked && collected && !of_map && picked !== collected
        ? [`line ${collected} is collected on the stage`]
        : []),
      ...(listed === states.length ? [] : [`${listed} lines on lists, ${states.length} closed`]),
      ...(free === openchannel.limiter.free_chunks
        ? []
        : [`${free} chunks of free lines, ${openchannel.limiter.free_chunks} free chunks`]),
      ...bare,
    ];
  },

  'the stripe that is told is the one of the moment'(told) {
    const picture = ttflashPicture(told.frame, told.state);
    if (!picture) return [];
    const note = flat(xorNote(picture, null));
    const [text, link] = [told.headline, told.chain.at(-1) ?? ''];
    const stripe = /stripe (\d+)/i.exec(link)?.[1];
    const { read, stripe: touched } = picture.view;
    const shown = picture.stripe?.stripe;
    return [
      ...(/\bB\d+\b/.test(`${text} ${told.chain.join(' ')}`) ? ['a logical block where there are stripes'] : []),
      ...(stripe !== undefined && picture.which !== 'read' && String(shown) !== stripe ? [note] : []),
      ...(picture.which === 'read' && shown !== read?.stripe.stripe
        ? [`above: stripe ${read?.stripe.stripe}; ${note}`]
        : []),
      ...(picture.which === 'touched' && shown !== touched?.stripe ? [note] : []),
      ...(read && shown !== read.stripe.stripe && !note.includes('not the read above')
        ? [`above: stripe ${read.stripe.stripe}; ${note}`]
        : []),
    ];
  },

  'planes that collect are those of the chart over time'(told) {
    const { gantt, layer } = told.frame;
    const { ttflash } = layer;
    if (!gantt || !ttflash) return [];
    const [words = ''] = ganttAccount(ganttModel(gantt, ttflash)).map(flat);
    const collecting = ttflash.planes.filter(({ state }) => state === 'collects');
    const board = linesOf(told, 'Planes').filter((line) => line.includes('collects for another'));
    const rest = board.map((line) => /collects for another ([\d.]+ \S+?)(?:;|$)/.exec(line)?.[1] ?? '');
    const told_in_full = collecting.length > 0 && collecting.length < 3;
    return [
      ...(board.length === collecting.length ? [] : [`${board.length} on the board`]),
      ...(collecting.length === 0 && words !== 'No plane collects.' ? [words] : []),
      ...(told_in_full && !rest.every((left) => words.includes(`${left} to go`)) ? [`${words} Board: ${board}`] : []),
    ];
  },

  'a read that meets a collection is told one time'(told) {
    const { ttflash } = told.frame.layer;
    const read = ttflash?.read;
    if (!ttflash || !read || read.op !== told.frame.position.op - 1) return [];
    const rest = flat(time(read.remaining_ns));
    const plane = ttflash.planes[read.group * ttflash.channels + read.channel];
    const row = choiceRows(ttflash, read)[0];
    return [
      ...(told.headline.includes(rest) || read.why === 'dead' ? [] : [`the column says ${rest}`]),
      ...(plane?.state === 'collects' && ttflash.blocking === 'plane' && plane.remaining_ns !== read.remaining_ns
        ? [`the tile says ${time(plane.remaining_ns)}, the column ${rest}`]
        : []),
      ...(row?.remaining && read.why !== 'dead' && ttflash.rebuilds && flat(row.remaining) !== rest
        ? [`${row.remaining}`]
        : []),
    ];
  },

  'figures in the rail are those of the charts'({ frame, rail }) {
    const { charts } = frame;
    if (!charts) return [];
    const latency = rail.get(LATENCY);
    const words = latency ? flat(`${latency.figure} ${latency.label}`) : '';
    const { now, programs, host_pages } = charts.write_amplification;
    const worst = Math.max(0, ...charts.latency.max_ns);
    const { map_cache, openchannel } = charts;
    return [
      ...(now !== null && Math.abs(now - programs / host_pages) > 0.005 ? [`amplification ${ratio(now)}`] : []),
      ...(words.includes('worst') && !words.includes(`worst ${flat(time(worst, 3))}`) ? [words] : []),
      ...(openchannel && map_cache && (openchannel.hits !== map_cache.hits || openchannel.lookups !== map_cache.lookups)
        ? [`${openchannel.hits} of ${openchannel.lookups} hits, ${map_cache.hits} of ${map_cache.lookups}`]
        : []),
    ];
  },

  'nothing is drawn where there is nothing'({ frame, rail }) {
    const bars = rail.get(LATENCY)?.nodes.filter((node) => (node as Element).classList.contains('chart-bar')) ?? [];
    const solid = bars.filter((bar, at) => {
      const height = Number((bar as Element).getAttribute('height'));
      return height > 0 && (frame.charts?.latency.max_ns[at] ?? 0) === 0;
    });
    return solid.length > 0 ? [`${solid.length} bars stand for 0 ns`] : [];
  },

  'counts are possible, and one is singular'(told) {
    const texts = [
      told.headline,
      ...told.chain,
      ...told.stage.flatMap(({ lines }) => lines),
      ...[...told.rail.values()].map(({ label }) => flat(label)),
    ];
    return texts.flatMap((text) => [
      ...[...text.matchAll(/(?<![\d.])(\d+) of (\d+) (?:pages?|sectors|slots|entries|blocks)\b/g)]
        .filter(([, part, whole]) => Number(part) > Number(whole))
        .map(([words]) => `${words}: ${text}`),
      ...[
        ...text.matchAll(
          /(?<![\d.,/·] ?)\b1 (?:pages|blocks|reads|erases|programs|lines|chunks|copies|planes|rebuilds|requests)\b/g,
        ),
      ].map(([words]) => `${words}: ${text}`),
      ...(/undefined|NaN|Infinity/.test(text) ? [text] : []),
    ]);
  },
};

test.each(EXAMPLES.map((example) => [example.id, example] as const))(
  '%s tells one story in every place, whatever is under way',
  async (_, example) => {
    const { opened, frames } = momentsOf(example, MOMENTS, SEED);
    const wrong = new Map<string, string>();
    for (const frame of frames) {
      const told = read(frame, opened);
      for (const [rule, check] of Object.entries(RULES)) {
        const [found] = check(told);
        if (found !== undefined && !wrong.has(rule))
          wrong.set(rule, `at ${frame.position.op}: ${told.headline} [${told.chain.join(' > ')}]: ${found}`);
      }
    }
    expect([...wrong].map(([rule, found]) => `${rule}: ${found}`)).toEqual([]);
  },
  120_000,
);
