/** What a motion is planned with: both moments, the way things stand in them, and the plan so far. */

import type { Operation } from '../../../engine/protocol';
import type { Span } from '../../stage-kit/motion-plan';
import type { Composed } from './compose';
import { type Figure, figureOf } from './figure';
import type { ClashPicture } from './picture';
import { Plan } from './plan';
import type { ClashCell } from './scene';

/** Steps of one kind begin so far apart. */
const STAGGER_MS = 60;

/** A moment of the stage: what there is, and where it stands. */
export interface Moment extends Composed {
  picture: ClashPicture;
}

export class Planner {
  readonly plan = new Plan();
  readonly earlier: Map<string, ClashCell>;
  readonly later: Map<string, ClashCell>;
  readonly figure: Figure;
  last: Operation | null = null;
  /** Programs of a block that the stage no longer shows large. */
  unseen = 0;

  constructor(
    readonly before: Moment,
    readonly after: Moment,
  ) {
    const byKey = ({ scene }: Moment) => new Map(scene.cells.map((cell) => [cell.key, cell]));
    this.earlier = byKey(before);
    this.later = byKey(after);
    this.figure = figureOf(after.layout);
  }

  ground = () => ({ layout: this.after.layout, figure: this.figure });
  offsetOf = ({ lpn }: Operation): number => (lpn ?? 0) % this.after.picture.pages_per_block;
  lbnOf = ({ lpn }: Operation): number => Math.floor((lpn ?? 0) / this.after.picture.pages_per_block);
  blockOf = (page: number | null): number => Math.floor((page ?? 0) / this.after.picture.pages_per_block);
  /** A cell as it is in the end, or as it was if it is there no more. */
  cell = (key: string): ClashCell | undefined => this.later.get(key) ?? this.earlier.get(key);

  during(length_ms: number): Span {
    const start_ms = this.plan.clock_ms;
    return { start_ms, end_ms: start_ms + length_ms };
  }

  /** Steps of one kind in a row overlap. */
  next(operation: Operation, length_ms: number): Span {
    const { plan, last } = this;
    if (last?.kind === operation.kind && last.purpose === operation.purpose)
      plan.clock_ms = Math.max(0, plan.clock_ms - length_ms + STAGGER_MS);
    return this.during(length_ms);
  }
}
