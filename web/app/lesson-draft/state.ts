/** A lesson that is being written. */

import type { Draft, DraftStep } from '../../lessons/draft';

export interface DraftState {
  draft: Draft;
  /** The step that is being written, from 0; null: what is said of the lesson as a whole. */
  selected: number | null;
  /** Whether it is in sight on the workbench. */
  open: boolean;
  /** What can be undone, the latest last, and what was undone and can be done again, the next one last. */
  past: readonly Past[];
  future: readonly Past[];
  /** The file as it was saved or opened last; null while there is none. */
  saved: string | null;
  /** Whether this browser keeps the draft between visits: `refused`, it keeps none; `replaced`, another tab has had its own kept in this one's place. */
  kept: 'kept' | 'refused' | 'replaced';
  /** What is tried, packed as an address holds it; null before anything was. */
  tried: string | null;
  /** What was done last, in words. */
  said: string;
  /** Where the focus is to go, anew with each value; null: it stays. */
  attention: Attention | null;
}

/** A draft as it was before, or after, something was done. */
export interface Past {
  /** What was done, as in "Undo: delete step 2". */
  did: string;
  draft: Draft;
  selected: number | null;
  /** Whether another draft took its place: such a one outlives the visit. */
  replaced: boolean;
}

/** The list of steps at the step that is selected, or a part of what is being written. */
export interface Attention {
  to: 'list' | 'head' | keyof DraftStep;
}
