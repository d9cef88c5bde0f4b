/** What the core tells of ttFlash (`sim-core/src/view/ttflash.rs`). Times in nanoseconds, places counted from 0. */

export interface TtflashView {
  series: string;
  blocking: 'plane' | 'channel' | 'controller' | 'preemptive' | 'none';
  parity: boolean;
  rebuilds: boolean;
  rotates: boolean;
  channels: number;
  groups: number;
  /** By plane: group × channels + channel. */
  planes: TtflashPlane[];
  /** By group: the channel whose plane holds the token; null where none does. */
  tokens: (number | null)[];
  /** By channel: whether it transfers, the plane that keeps it for its collection, planes that wait for it. */
  buses: { busy: boolean; holder: number | null; waiting: number }[];
  /** Free blocks below which a plane wants to collect, and at which it has enough. */
  gc_start: number;
  gc_stop: number;
  ram: TtflashRam;
  /** The stripe of the page being served. */
  stripe: TtflashStripe | null;
  /** The last read that met a collecting (or dead) plane, in this request or before. */
  read: TtflashRead | null;
  counts: {
    reads: number;
    rebuilt_pages: number;
    /** Pages read to rebuild others. */
    rebuild_reads: number;
    waits_chosen: number;
    waits_forced: number;
    collections: number;
    /** Pages that stayed in RAM for their planes. */
    held_back: number;
    rgc_stalls: number;
  };
  dead: number[];
}
export interface TtflashPlane {
  state: 'idle' | 'waits' | 'collects' | 'dead'; // waits: wants to collect, and may not yet
  blocks: number;
  free_blocks: number;
  free_pages: number;
  pages: number;
  /** Until its collection is over; 0 if it does not collect. */
  remaining_ns: number;
  victim: number | null /** Valid pages its victim had. */;
  moves: number;
  running: 'read' | 'program' | 'copy' | 'erase' | null;
  queue: { reads: number; programs: number; collecting: number };
  /** Pages that stay in RAM for it. */
  held: number;
  /** Up to two pages it holds, as examples: of the lowest stripes of its group. */
  examples: { stripe: number; lpn: number | null /* null: the parity */ }[];
}
export interface TtflashRam {
  capacity: number;
  used: number;
  dirty: number;
  leaving: number;
  held: number;
  /** Pages of writes that wait for room. */ waiting: number;
  high: number;
  low: number;
  /** Next to leave first; the first 24. */ stripes: TtflashRamStripe[];
  stripes_total: number;
}
export interface TtflashRamStripe {
  stripe: number;
  group: number;
  pages: number;
  dirty: number[];
  leaving: number[];
  held: number[] /* places 0..N−2, N−1 = parity */;
}
export interface TtflashStripe {
  stripe: number;
  group: number;
  parity_channel: number | null;
  /** By channel, ascending. */ members: TtflashMember[];
  /** Whether XOR of what flash (and what is on its way there) holds is the parity; null where there is none. */ holds:
    | boolean
    | null;
}
export interface TtflashMember {
  channel: number;
  plane: number;
  lpn: number | null /* null: the parity */;
  where: 'flash' | 'ram' | 'both' | 'nowhere';
  ppn: number | null;
  /** Content as 16 hex digits (of the version that the parity covers). */ content: string;
}
export interface TtflashRead {
  op: number;
  request: number;
  at_ns: number;
  lpn: number;
  group: number;
  channel: number;
  choice: 'rebuilt' | 'waited';
  /** sooner: T > B × cost; later: T ≤ B × cost; several: more than one plane of the stripe collects; off: no parity, or rebuilding is switched off; dead: the plane is lost. */
  why: 'sooner' | 'later' | 'several' | 'off' | 'dead';
  remaining_ns: number;
  busy_channels: number /** tR + transfer. */;
  read_ns: number;
  xor_ns: number;
  /** Channels of the other pages read for it, those of its request included. */ others: number[];
  /** What rebuilding takes where nothing else is queued, and what waiting takes. */ rebuild_ns: number;
  wait_ns: number;
  saved_ns: number;
  stripe: TtflashStripe;
}

/** Reads so far, and what garbage collection did to them (`sim-core/src/view/stripes.rs`). */
export interface StripeCharts {
  reads: number;
  gc_blocked: number;
  queue_blocked: number;
  rebuilt_pages: number;
  waits_chosen: number;
  waits_forced: number;
  /** By bin of the response times: waited for a collection, others that waited behind such a request, all. */
  per_bin: [gc_blocked: number, queue_blocked: number, reads: number][];
  /** After the warm-up: the response that a share of the reads does not exceed, shares ascending. */
  read_tail: [share: number, ns: number][];
}
