/** The same read twice: what it met here, and what it would have met otherwise. */

import type { TtflashRead, TtflashView } from '../../../engine/core-types';
import { count, time } from '../../../render/format';
import { listed } from './names';
import { ms } from './plane-words';

export interface Side {
  title: string;
  note: string;
  /** Whether this is what happened; the other is what would have. */
  real: boolean;
  /** How far the collection reaches: over all channels, its channel, its plane; nothing where the plane is lost. */
  blocks: 'device' | 'channel' | 'plane' | 'lost';
  /** What becomes of the read. */
  read: 'waits' | 'rebuilt' | 'lost' | 'cannot';
  /** When the answer is there; null: never, or not known. */
  ns: number | null;
  words: string;
}

export interface Story {
  without: Side;
  with: Side;
  /** By how much the answer comes sooner than by waiting; null where there is nothing to compare. */
  times: number | null;
}

/** Before any read has met a collection: what would become of one of the page being served. */
export function storyAhead(view: TtflashView): Story {
  const ghost = { real: false, ns: null } as const;
  return {
    without: {
      ...ghost,
      title: view.rebuilds ? 'Without ttFlash' : 'This device',
      note: 'would wait',
      blocks: BLOCKS[view.rebuilds ? 'channel' : view.blocking],
      read: 'waits',
      words: '',
    },
    with: {
      ...ghost,
      title: 'With ttFlash',
      note: 'the row would answer',
      blocks: 'plane',
      read: 'rebuilt',
      words: '',
    },
    times: null,
  };
}

export function storyOf(view: TtflashView, read: TtflashRead): Story {
  const rebuilt = read.choice === 'rebuilt';
  const times = rebuilt && read.why !== 'dead' ? read.wait_ns / Math.max(1, read.rebuild_ns) : null;
  return read.why === 'off'
    ? { ...switchedOff(view, read), times: null }
    : { without: withoutTtflash(read), with: withTtflash(read), times };
}

function withoutTtflash(read: TtflashRead): Side {
  const base = { title: 'Without ttFlash', real: false } as const;
  if (read.why === 'dead')
    return {
      ...base,
      note: 'no copy',
      blocks: 'lost',
      read: 'lost',
      ns: null,
      words: 'the page is lost',
    };
  return {
    ...base,
    note: `channel ${read.channel} held`,
    blocks: 'channel',
    read: 'waits',
    ns: read.wait_ns,
    words: 'one read, waiting',
  };
}

function withTtflash(read: TtflashRead): Side {
  const base = { title: 'With ttFlash', real: true, blocks: read.why === 'dead' ? 'lost' : 'plane' } as const;
  if (read.choice === 'rebuilt')
    return { ...base, note: 'the row answers', read: 'rebuilt', ns: read.rebuild_ns, words: 'XOR' };
  if (read.why === 'later')
    return {
      ...base,
      note: 'here, waiting is sooner',
      read: 'waits',
      ns: read.wait_ns,
      words: 'waits on purpose',
    };
  if (read.why === 'several')
    return {
      ...base,
      note: 'two pages missing',
      read: 'waits',
      ns: read.wait_ns,
      words: 'one parity replaces one page',
    };
  return { ...base, note: 'nothing to reconstruct it from', read: 'lost', ns: null, words: 'the page is lost' };
}

const BLOCKS = {
  plane: 'plane',
  channel: 'channel',
  controller: 'device',
  preemptive: 'plane',
  none: 'plane',
} as const;
function blockedNote({ blocking }: Pick<TtflashView, 'blocking'>, { channel }: TtflashRead): string {
  const notes = {
    plane: 'GC blocks the plane',
    channel: `GC holds channel ${channel}`,
    controller: 'GC blocks the device',
    preemptive: 'GC lets reads in between',
    none: 'GC costs nothing',
  } as const;
  return notes[blocking];
}

/** A device that rebuilds nothing: it is what happened, and what parity would do stands beside it. */
function switchedOff(view: TtflashView, read: TtflashRead): { without: Side; with: Side } {
  const dead = view.dead.includes(read.group * view.channels + read.channel);
  return {
    without: {
      title: 'This device',
      note: dead ? 'the plane is lost' : blockedNote(view, read),
      real: true,
      blocks: dead ? 'lost' : BLOCKS[view.blocking],
      read: dead ? 'lost' : 'waits',
      ns: dead ? null : read.wait_ns,
      words: dead ? 'the page is lost' : 'one read, waiting',
    },
    with: {
      title: 'With ttFlash',
      note: view.parity ? 'the row could answer' : 'if a page were parity',
      real: false,
      blocks: 'plane',
      read: 'rebuilt',
      ns: read.rebuild_ns,
      words: 'XOR',
    },
  };
}

/** "reconstruct from 3, 5 and P", "T 41.26 ms > 0 × 140 µs". */
export interface ChoiceRow {
  label: string;
  remaining: string;
  busy: string;
  reads: string;
  answer: string;
  chosen: boolean;
}

/** Names that take more letters than this are left out: another column has their number. */
const NAMED_MAX = 12;

/** "reconstruct from 3, 5 and P". */
function rebuildLabel(parity: boolean, { others, stripe }: TtflashRead): string {
  if (others.length === 0) return parity ? 'reconstruct' : 'reconstruct: no parity';
  const names = others.map((channel) => {
    const lpn = stripe.members.find((one) => one.channel === channel)?.lpn ?? null;
    return lpn === null ? 'P' : count(lpn);
  });
  const named = listed(names);
  return named.length > NAMED_MAX ? 'reconstruct' : `reconstruct from ${named}`;
}

export function choiceRows({ parity }: Pick<TtflashView, 'parity'>, read: TtflashRead): ChoiceRow[] {
  const dead = read.why === 'dead';
  const possible = read.why !== 'off' && read.why !== 'several';
  const busy_ns = read.busy_channels * read.read_ns;
  const rebuild: ChoiceRow = {
    label: rebuildLabel(parity, read),
    remaining: dead ? 'lost' : time(read.remaining_ns),
    busy: possible
      ? `${count(read.busy_channels)} × ${time(read.read_ns)} = ${busy_ns === 0 ? '0' : time(busy_ns)}`
      : '–',
    reads: possible ? count(read.others.length) : '–',
    // With channels busy it takes longer than what it takes where nothing is queued.
    answer: possible ? `${read.busy_channels > 0 ? '≥ ' : ''}${ms(read.rebuild_ns)}` : 'cannot',
    chosen: read.choice === 'rebuilt',
  };
  const wait: ChoiceRow = {
    label: 'wait for the plane',
    remaining: '',
    busy: '',
    reads: '1',
    answer: dead ? 'never' : ms(read.wait_ns),
    chosen: read.choice === 'waited',
  };
  return read.choice === 'rebuilt' ? [rebuild, wait] : [wait, rebuild];
}
