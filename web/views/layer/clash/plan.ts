/** What moves when in a step, as far as it is planned; and the motion that comes of it. */

import type { CellAppearance } from '../../../render/cell';
import type { Point, Rect } from '../../../render/geometry';
import type { Span } from '../../stage/cells/motion-plan';
import type { Path } from './paths';
import { keyOf } from './scene';

/** A page, or a bundle of them, on its way. */
export interface Flight {
  path: Path | null;
  points: Point[];
  from: Rect;
  to: Rect;
  appearance: CellAppearance;
  span: Span;
  /** Pages that it stands for. */
  carries: number;
}

/** From when on a cell looks as it does in the end, and how it comes to. */
export interface Change {
  span: Span;
  how: 'at-once' | 'struck' | 'filled' | 'combed';
}

export interface ClashMotion {
  flights: Flight[];
  changes: Map<string, Change>;
  /** When what a cell held leaves it. */
  departures: Map<string, number>;
  /** When the connector of a path appears. */
  connectors: Map<Path, number>;
  /** Something is marked, pages begin to move, they land. */
  marked: Span;
  moves_ms: number;
  lands_ms: number;
  end_ms: number;
}

export const STILL: ClashMotion = {
  flights: [],
  changes: new Map(),
  departures: new Map(),
  connectors: new Map(),
  marked: { start_ms: 0, end_ms: 0 },
  moves_ms: 0,
  lands_ms: 0,
  end_ms: 0,
};

const CONNECTOR_MS = 80;
const STEP_MAX_MS = 1600;

/** What is planned so far, and how far it has come. */
export class Plan {
  readonly flights: Flight[] = [];
  readonly changes = new Map<string, Change>();
  readonly departures = new Map<string, number>();
  readonly connectors = new Map<Path, number>();
  clock_ms = 0;
  marked: Span = { start_ms: 0, end_ms: 0 };

  fly(flight: Omit<Flight, 'carries'> & { carries?: number }): void {
    this.flights.push({ carries: 1, ...flight });
    const { path, span } = flight;
    if (path && !this.connectors.has(path)) this.connectors.set(path, Math.max(0, span.start_ms - CONNECTOR_MS));
  }

  change(key: string, start_ms: number, length_ms: number, how: Change['how']): void {
    this.changes.set(key, { span: { start_ms, end_ms: start_ms + length_ms }, how });
  }

  leave(key: string, at_ms: number): void {
    if (!this.departures.has(key)) this.departures.set(key, at_ms);
    // What comes into its place later says so itself.
    if (!this.changes.has(key)) this.change(key, at_ms, 0, 'at-once');
    this.change(keyOf.ghost(key), at_ms, 0, 'at-once');
  }
}

/** A plan at its pace: faster while it plays fast, slower in a lesson, never longer than a step may take. */
export function finished(plan: Plan, { speed, slow }: { speed: number; slow: number }): ClashMotion {
  return scaled(plan, (Math.min(1, STEP_MAX_MS / plan.clock_ms) * slow) / speed);
}

function scaled(plan: Plan, factor: number): ClashMotion {
  const span = ({ start_ms, end_ms }: Span): Span => ({ start_ms: start_ms * factor, end_ms: end_ms * factor });
  const flights = plan.flights.map((flight) => ({ ...flight, span: span(flight.span) }));
  const landings = flights.map(({ span: { end_ms } }) => end_ms);
  const end_ms = plan.clock_ms * factor;
  const marked = span(plan.marked);
  // What is only announced is told as its connector appears.
  const still_ms = plan.connectors.size > 0 ? marked.end_ms : end_ms;
  const lands_ms = landings.length > 0 ? Math.max(...landings) : still_ms;
  // Where pages only change places, the words follow them; where several things happen, they wait for the last of them.
  const only_swaps = landings.length > 0 && flights.every(({ path }) => path === 'F' || path === 'G');
  return {
    flights,
    changes: new Map([...plan.changes].map(([key, change]) => [key, { ...change, span: span(change.span) }])),
    departures: new Map([...plan.departures].map(([key, at_ms]) => [key, at_ms * factor])),
    connectors: new Map([...plan.connectors].map(([path, at_ms]) => [path, at_ms * factor])),
    marked,
    moves_ms: only_swaps ? Math.min(...flights.map((flight) => flight.span.start_ms)) : lands_ms,
    lands_ms,
    end_ms,
  };
}
