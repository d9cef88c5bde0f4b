/** What was measured of a system along an axis. */

export interface Point {
  x_index: number;
  x: number;
  /** Median over the seeds that have been run. */
  value: number;
  low: number;
  high: number;
  /** Seeds run, of how many the plan has. */
  seeds: number;
  of: number;
  /** Whether that run's requests came faster than they could be served. */
  saturated: boolean;
  /** The run, by index in the plan, that measured the median, or came next to it; null where the plan has none. */
  run: number | null;
}

export interface Curve {
  panel: string;
  system: string;
  /** By rising x; only where something was measured. */
  points: Point[];
}
