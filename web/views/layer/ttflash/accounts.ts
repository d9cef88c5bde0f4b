/** The stage in words: for those who cannot see it, and for tests. */

import { bytes, count, plural, share, time } from '../../../render/format';
import type { Account } from '../../stage-kit/text-account';
import { isNow, stillWaits, type TtflashPicture } from './model';
import { listed, pageInWords, planeName } from './names';
import { busWords, planeState, queueWords, RUNNING } from './plane-words';
import { classOf } from './ram-scene';
import { storyOf } from './story';

/** "4 channels × 4 groups; 2 planes collect, 1 waits for the token". */
export function boardInWords({ view }: TtflashPicture): string {
  const { channels, groups, planes } = view;
  const of = (state: string): string[] =>
    planes.flatMap((plane, at) => (plane.state === state ? [planeName(at, channels)] : []));
  const [collect, wait, dead] = [of('collects'), of('waits'), of('dead')];
  const parts = [
    collect.length === 0 ? 'no plane collects' : `${plural(collect.length, 'plane')} collecting: ${listed(collect)}`,
    ...(wait.length > 0 ? [`${plural(wait.length, 'plane')} waiting to: ${listed(wait)}`] : []),
    ...(dead.length > 0 ? [`lost: ${listed(dead)}`] : []),
  ];
  return `${channels} channels by ${plural(groups, 'group')} of planes; ${parts.join('; ')}`;
}

export function accounts(picture: TtflashPicture): Account[] {
  return [
    { name: 'Read', lines: readLines(picture) },
    { name: 'Planes', lines: planeAccount(picture) },
    { name: 'Tokens', lines: tokenLines(picture) },
    { name: 'Channels', lines: picture.view.buses.map((bus, channel) => busWords(bus, picture.view, channel)) },
    { name: 'Stripe', lines: stripeLines(picture) },
    { name: 'Capacitor-backed RAM', lines: ramLines(picture) },
    { name: 'So far', lines: countLines(picture) },
  ].filter(({ lines }) => lines.length > 0);
}

function readLines(picture: TtflashPicture): string[] {
  const { read } = picture.view;
  if (!read) return ['No read has met a collecting plane yet.'];
  const { without, with: beside } = storyOf(picture.view, read);
  const waits = stillWaits(read, picture.now_ns)
    ? [`had it waited, it would have to wait another ${time(read.at_ns + read.wait_ns - picture.now_ns)}`]
    : [];
  return [
    `LPN ${count(read.lpn)} on ${planeName(read.group * picture.view.channels + read.channel, picture.view.channels)}, which ${read.why === 'dead' ? 'is lost' : `collects for another ${time(read.remaining_ns)}`}${isNow(picture) ? '' : ' (an earlier read)'}`,
    `${without.title}: ${without.words}${without.ns === null ? '' : `, ${time(without.ns)}`}`,
    `${beside.title}: ${beside.words}${beside.ns === null ? '' : `, ${time(beside.ns)}`}`,
    ...waits,
  ];
}

/** Planes that something happens on. */
function planeAccount({ view }: TtflashPicture): string[] {
  return view.planes.flatMap((plane, at) => {
    const { state, running, held } = plane;
    const queued = queueWords(plane);
    if (state === 'idle' && queued === null && running === null && held === 0) return [];
    const parts = [
      ...(state === 'idle' ? [] : [planeState(view, at)]),
      ...(running === null ? [] : [RUNNING[running]]),
      ...(queued === null ? [] : [queued]),
      ...(held === 0 ? [] : [`${plural(held, 'page')} held in RAM for it`]),
    ];
    return [`${planeName(at, view.channels)} ${parts.join('; ')}`];
  });
}

const tokenLines = ({ view }: TtflashPicture): string[] =>
  view.tokens.flatMap((channel, group) =>
    channel === null ? [] : [`group ${group}: ${planeName(group * view.channels + channel, view.channels)}`],
  );

function stripeLines({ stripe }: TtflashPicture): string[] {
  if (!stripe) return [];
  const holds =
    stripe.holds === null
      ? []
      : [stripe.holds ? 'XOR of its pages is the parity' : 'XOR of its pages is not the parity'];
  return [
    `stripe ${count(stripe.stripe)} of group ${stripe.group}`,
    ...stripe.members.map(
      ({ channel, lpn, where, content }) =>
        `channel ${channel}: ${pageInWords({ stripe: stripe.stripe, lpn })}, ${WHERE[where]}, low byte ${Number.parseInt(content.slice(-2), 16).toString(2).padStart(8, '0')}`,
    ),
    ...holds,
  ];
}

const WHERE = { flash: 'on flash', ram: 'in RAM', both: 'on flash and newer in RAM', nowhere: 'nowhere' } as const;

function ramLines({ view: { ram }, page_bytes }: TtflashPicture): string[] {
  return [
    `${count(ram.used)} of ${plural(ram.capacity, 'page')} (${bytes(ram.capacity * page_bytes)}) used, ${share(ram.used / Math.max(1, ram.capacity))}; stripes leave above ${count(ram.high)}`,
    `${count(ram.dirty)} dirty, ${count(ram.leaving)} leaving, ${count(ram.held)} held back, ${count(ram.waiting)} waiting for room`,
    ...ram.stripes.map(
      (one) =>
        `stripe ${count(one.stripe)} of group ${one.group}: ${plural(one.dirty.length, 'dirty page')}, ${classOf(one)}`,
    ),
  ];
}

function countLines({ view: { counts } }: TtflashPicture): string[] {
  const { reads, rebuilt_pages, rebuild_reads, waits_chosen, waits_forced, collections, held_back, rgc_stalls } =
    counts;
  return [
    `${plural(reads, 'read')}; ${plural(rebuilt_pages, 'page')} reconstructed from parity by ${plural(rebuild_reads, 'more read')}`,
    `${plural(waits_chosen, 'wait')} chosen, ${plural(waits_forced, 'wait')} forced`,
    `${plural(collections, 'collection')}, ${plural(held_back, 'page')} held back, ${plural(rgc_stalls, 'stall')} of full planes`,
  ];
}
