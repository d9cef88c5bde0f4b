/** What channels and planes did in the latest stretch of simulated time (`sim-core/src/view/gantt.rs`). Event clock. */

export interface GanttView {
  /** The stretch that shows the latest collection and what waits for it. Bars reach back farther. */
  from_ns: number;
  to_ns: number;
  now_ns: number;
  /** What was given to planes before is not known. */
  seen_from_ns: number;
  /** The request that was begun last, and the group of planes that served it. */
  request: number;
  group: number;
  /** Logical pages from this number on are the layer's own. */
  logical_pages: number;
  lanes: GanttLane[];
  /** By their beginning. */
  bars: GanttBar[];
  collections: GanttCollection[];
}

export interface GanttLane {
  kind: 'channel' | 'plane';
  index: number;
  /** Of a plane: the channel that it is on. */
  channel: number;
}

/** A command on its plane, or a page on its way over a channel. */
export interface GanttBar {
  lane: number;
  /** When it was given to its plane. */
  issued_ns: number;
  start_ns: number;
  end_ns: number;
  /** Whether it is over; otherwise start and end are what is expected if nothing comes between. */
  over: boolean;
  what: 'read' | 'program' | 'copy' | 'erase' | 'transfer';
  purpose: string;
  request: number;
  op: number;
  lpn: number | null;
  /** Copies that followed each other at once are one bar. */
  pages: number;
}

/** All that one collection has a plane do. */
export interface GanttCollection {
  /** Null where its plane is not shown. */
  lane: number | null;
  plane: number;
  op: number;
  start_ns: number;
  end_ns: number;
  over: boolean;
  copies: number;
}
