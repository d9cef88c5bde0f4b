/** How full a lane's room is: what its layer keeps in RAM or in logs, and the blocks that are left. Pure. */

import { valueAt } from '../../app/experiment';
import type { CacheView, Frame, MapView, Opened } from '../../engine/protocol';
import { count } from '../../render/format';

export interface Meter {
  label: string;
  words: string;
  /** 0 to 1. */
  share: number;
  /** Nothing more goes in; or, of free blocks, none is left to spare. */
  is_full: boolean;
}

const METERS_MAX = 2;

/** The two that say most of this layer. */
export function metersOf(frame: Frame, opened: Opened): readonly Meter[] {
  const { cache, map, buffer } = frame.layer;
  return [
    ...(cache ? cacheMeters(cache) : []),
    ...(buffer ? [filled('write buffer', buffer.used, buffer.capacity, percent)] : []),
    ...(map ? [mapMeter(map)] : []),
    ...logMeter(frame, opened),
    ...spareMeter(frame, opened),
  ].slice(0, METERS_MAX);
}

function filled(label: string, used: number, room: number, words = ofAll): Meter {
  const share = room === 0 ? 1 : Math.min(1, used / room);
  return { label, words: words(used, room), share, is_full: used >= room };
}

const ofAll = (used: number, room: number): string => `${count(used)} of ${count(room)}`;
const percent = (used: number, room: number): string => (room === 0 ? '' : `${Math.floor((used / room) * 100)}\u00a0%`);

function cacheMeters({ pages_used, page_slots, blocks }: CacheView): readonly Meter[] {
  const taken = blocks.filter(({ lbn }) => lbn !== null).length;
  return [filled('page slots', pages_used, page_slots), filled('block slots', taken, blocks.length)];
}

function mapMeter({ segments }: MapView): Meter {
  const [entries, capacity] = [0, 1].map((of) =>
    segments.reduce((sum, segment) => sum + (of === 0 ? segment.entries : segment.capacity), 0),
  ) as [number, number];
  return filled('map', entries, capacity);
}

const LOG_ROLES: ReadonlySet<string> = new Set(['log', 'hot', 'cold', 'sequential', 'replacement']);
/** Layers whose number of log blocks is theirs to choose take this share of a plane's blocks, at least three. */
const LOG_SHARE = 0.0007;
const LOGS_MIN = 3;

function logMeter({ layer }: Frame, { document, geometry }: Opened): readonly Meter[] {
  const logs = valueAt(document, 'ftl.log_blocks');
  if (logs === undefined || layer.updates?.place === 'superblock') return [];
  const planes = geometry.channels * geometry.chips_per_channel * geometry.planes_per_chip;
  const a_plane = Math.max(LOGS_MIN, Math.floor((geometry.blocks / planes) * LOG_SHARE + 0.5));
  const room = (typeof logs === 'number' ? logs : a_plane) * planes;
  const listed = layer.parked.filter(({ role }) => LOG_ROLES.has(role)).length;
  const used = listed + layer.parked_total - layer.parked.length;
  return [filled('log blocks', used, Math.max(room, used))];
}

/** Blocks beyond those that the host's pages fill. */
function spareMeter({ free_blocks: { now, low } }: Frame, { geometry }: Opened): readonly Meter[] {
  if (now === 0 && low === null) return [];
  const spare = geometry.blocks - Math.ceil(geometry.logical_pages / geometry.pages_per_block);
  const room = Math.max(1, spare, now);
  return [{ label: 'free blocks', words: count(now), share: now / room, is_full: low !== null && now <= low }];
}
