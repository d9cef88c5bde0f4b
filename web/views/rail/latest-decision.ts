/** Which choice the decision table shows. */

import type { Decision, Frame } from '../../engine/protocol';

/** A decision and the epoch it was seen in. */
export interface LatestDecision {
  decision: Decision;
  epoch: number;
}

/** The choice to show: the frame's own, else the last one seen, unless the run has since been taken elsewhere. */
export function latestDecision(
  { decision, epoch, position }: Pick<Frame, 'decision' | 'epoch' | 'position'>,
  last: LatestDecision | null,
): LatestDecision | null {
  if (decision) return { decision, epoch };
  return last && last.epoch === epoch && last.decision.op <= position.op ? last : null;
}
