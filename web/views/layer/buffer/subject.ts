/** The group whose two branches are compared: the one on its way to flash, or the one that would leave next. */

import type { Decision } from '../../../engine/protocol';
import { type DensityPicture, groupDecision, groupOf, type Lens, pagesOf } from './model';

export interface Subject {
  lbn: number;
  pages: number;
  /** False where only its sectors are known: it holds at least so many pages. */
  exact: boolean;
  /** Places of its pages; empty where they are not known. */
  offsets: readonly number[];
  /** Whether its flush is going on. */
  leaving: boolean;
  decision: Decision | null;
}

export function subjectOf(picture: DensityPicture, lens: Lens): Subject | null {
  const { buffer } = picture;
  const { flush } = buffer;
  if (flush && !lens.asks) {
    const { lbn, offsets } = flush;
    return { lbn, pages: offsets.length, exact: true, offsets, leaving: true, decision: groupDecision(picture) };
  }
  const [victim] = lens.order;
  if (!victim) return null;
  const offsets = groupOf(buffer, victim.lbn)?.pages ?? [];
  return { lbn: victim.lbn, ...pagesOf(buffer, victim), offsets, leaving: false, decision: null };
}
