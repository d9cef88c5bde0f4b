/** Frames of a device with stripes, written by hand: for tests, and for looking at the stage without a run. */

import type { TtflashPlane, TtflashRead, TtflashStripe, TtflashView } from '../../../engine/core-types';
import type { TtflashPicture } from './model';
import { stripeOf } from './stripe.fixture';

const READ_NS = 140_000;
const XOR_NS = 3000;

const IDLE: TtflashPlane = {
  state: 'idle',
  blocks: 64,
  free_blocks: 9,
  free_pages: 580,
  pages: 4096,
  remaining_ns: 0,
  victim: null,
  moves: 0,
  running: null,
  queue: { reads: 0, programs: 0, collecting: 0 },
  held: 0,
  examples: [],
};

const collects = (remaining_ms: number, moves: number, running: 'copy' | 'erase' = 'copy'): Partial<TtflashPlane> => ({
  state: 'collects',
  free_blocks: 2,
  free_pages: 130,
  remaining_ns: remaining_ms * 1e6,
  victim: 17,
  moves,
  running,
  queue: { reads: 0, programs: 0, collecting: Math.round(remaining_ms / 0.84) },
});
const WAITS: Partial<TtflashPlane> = { state: 'waits', free_blocks: 3, free_pages: 200 };

export interface FixtureShape {
  channels: number;
  groups: number;
  series?: string;
  parity?: boolean;
}

/** A device with nothing going on, and what differs from that. */
export function viewOf(
  { channels, groups, series = 'rgc', parity = true }: FixtureShape,
  planes: Readonly<Record<number, Partial<TtflashPlane>>> = {},
  more: Partial<TtflashView> = {},
): TtflashView {
  const examples = (plane: number): TtflashPlane['examples'] => {
    const [group, channel] = [Math.floor(plane / channels), plane % channels];
    return [group, group + groups].map((stripe) => ({
      stripe,
      lpn: stripeOf(stripe, channels, groups, parity).members[channel]?.lpn ?? null,
    }));
  };
  return {
    series,
    blocking: series === 'base' ? 'channel' : 'plane',
    parity,
    rebuilds: parity,
    rotates: series === 'rgc',
    channels,
    groups,
    planes: Array.from({ length: channels * groups }, (_, plane) => ({
      ...IDLE,
      free_blocks: 5 + ((plane * 7) % 9),
      examples: examples(plane),
      ...planes[plane],
    })),
    tokens: Array.from({ length: groups }, (_, group) => (series === 'rgc' ? (group * 3 + 3) % channels : null)),
    buses: Array.from({ length: channels }, () => ({ busy: false, holder: null, waiting: 0 })),
    gc_start: 4,
    gc_stop: 5,
    ram: {
      capacity: 256,
      used: 211,
      dirty: 206,
      leaving: 5,
      held: 2,
      waiting: 0,
      high: 205,
      low: 205,
      stripes: Array.from({ length: 12 }, (_, i) => ({
        stripe: 40 + i * 3,
        group: (40 + i * 3) % groups,
        pages: parity ? channels - 1 : channels,
        dirty: i === 0 ? [] : i % 3 === 2 ? [1] : Array.from({ length: channels - 1 }, (_, place) => place),
        leaving: i === 0 ? [0, 1, 2] : [],
        held: i === 0 ? [2] : [],
      })),
      stripes_total: 71,
    },
    stripe: null,
    read: null,
    counts: {
      reads: 30_412,
      rebuilt_pages: 294,
      rebuild_reads: 882,
      waits_chosen: 3,
      waits_forced: 0,
      collections: 210,
      held_back: 12,
      rgc_stalls: 0,
    },
    dead: [],
    ...more,
  };
}

/** A read of page 4 of a device with four channels, while its plane collects for another 41.26 ms. */
export function readOf(stripe: TtflashStripe, channel: number, more: Partial<TtflashRead> = {}): TtflashRead {
  const others = stripe.members.map((member) => member.channel).filter((other) => other !== channel);
  const remaining_ns = more.remaining_ns ?? 41_260_000;
  return {
    op: 5000,
    request: 99,
    at_ns: 76_031_000_000,
    lpn: stripe.members[channel]?.lpn ?? 0,
    group: stripe.group,
    channel,
    choice: 'rebuilt',
    why: 'sooner',
    remaining_ns,
    busy_channels: 0,
    read_ns: READ_NS,
    xor_ns: XOR_NS,
    others,
    rebuild_ns: READ_NS + XOR_NS,
    wait_ns: remaining_ns + READ_NS,
    saved_ns: remaining_ns - XOR_NS,
    stripe,
    ...more,
  };
}

export function picture(view: TtflashView, more: Partial<TtflashPicture> = {}): TtflashPicture {
  return {
    view,
    now_ns: (view.read?.at_ns ?? 0) + 4_000_000,
    request: 100,
    pages_per_block: 64,
    page_bytes: 4096,
    stripe: view.stripe ?? view.read?.stripe ?? null,
    which: view.stripe ? 'touched' : 'read',
    asked: false,
    asked_lpn: null,
    ...more,
  };
}

const BUSY: Partial<TtflashPlane> = { running: 'read', queue: { reads: 2, programs: 1, collecting: 0 } };

/** The picture of the talk: page 4 sits in a plane that collects, and the three others of its stripe hold the answer. */
export function rebuilt(
  shape: FixtureShape = { channels: 4, groups: 4 },
  more: Partial<TtflashRead> = {},
): TtflashView {
  const { channels, groups } = shape;
  const stripe = stripeOf(1, channels, groups);
  const at = (group: number, channel: number): number => group * channels + channel;
  const planes = {
    [at(0, channels - 1)]: collects(12.1, 9),
    [at(1, 1)]: { ...collects(41.26, 46), held: 2, queue: { reads: 0, programs: 1, collecting: 47 } },
    [at(1, channels - 1)]: WAITS,
    [at(3 % groups, 0)]: collects(27.8, 31, 'erase'),
    [at(3 % groups, 2)]: WAITS,
    [at(2, 0)]: BUSY,
    [at(2, 3)]: { running: 'program' as const, queue: { reads: 0, programs: 4, collecting: 0 } },
  };
  const tokens = Array.from({ length: groups }, (_, group) => (group === 0 ? channels - 1 : group === 1 ? 1 : 0));
  const buses = Array.from({ length: channels }, (_, channel) => ({
    busy: channel % 3 === 0,
    holder: null,
    waiting: 0,
  }));
  return viewOf(shape, planes, { tokens, buses, stripe, read: readOf(stripe, 1, more) });
}

/** The same moment without parity: the channel stands still, and what waits for it. */
export function base(channels = 4, groups = 4): TtflashView {
  const stripe = stripeOf(1, channels, groups, false);
  const planes = {
    [channels + 1]: { ...collects(41.26, 46), queue: { reads: 3, programs: 2, collecting: 47 } },
    1: { queue: { reads: 2, programs: 1, collecting: 0 } },
    [2 * channels + 1]: { queue: { reads: 4, programs: 0, collecting: 0 } },
    [3 * channels + 3]: { ...WAITS },
  };
  const buses = Array.from({ length: channels }, (_, channel) =>
    channel === 1
      ? { busy: false, holder: channels + 1, waiting: 3 }
      : { busy: channel === 3, holder: null, waiting: 0 },
  );
  const read = readOf(stripe, 1, { choice: 'waited', why: 'off', others: [], saved_ns: 0 });
  return viewOf({ channels, groups, series: 'base', parity: false }, planes, { buses, stripe, read });
}

/** A plane that is lost: its pages come from the rest of their stripes. */
export function lost(): TtflashView {
  const view = rebuilt({ channels: 4, groups: 4 }, { why: 'dead', remaining_ns: 0, wait_ns: 0, saved_ns: 0 });
  const planes = view.planes.map((plane, at) => (at === 5 ? { ...plane, ...IDLE, state: 'dead' as const } : plane));
  return { ...view, planes, dead: [5] };
}

/** The run has hardly begun: nothing collects, nothing was rebuilt. */
export const early = (): TtflashView => ({
  ...viewOf({ channels: 4, groups: 4 }),
  stripe: stripeOf(2, 4, 4),
  ram: {
    ...viewOf({ channels: 4, groups: 4 }).ram,
    used: 3,
    dirty: 3,
    leaving: 0,
    held: 0,
    stripes: [],
    stripes_total: 0,
  },
  counts: {
    reads: 4,
    rebuilt_pages: 0,
    rebuild_reads: 0,
    waits_chosen: 0,
    waits_forced: 0,
    collections: 0,
    held_back: 0,
    rgc_stalls: 0,
  },
});
