/** How far each lesson was taken, kept between visits. A browser that keeps nothing is as good: every lesson then begins at its start. */

import { stored } from '../storing';

const KEY = 'flashlab-lessons';

export interface Progress {
  /** The step to go on with, from 0. */
  step: number;
  /** Its last step was reached. */
  done: boolean;
}

export function progressOf(id: string): Progress | null {
  const kept = all()[id];
  const is_progress = Number.isSafeInteger(kept?.step) && Number(kept?.step) >= 0 && typeof kept?.done === 'boolean';
  return kept && is_progress ? kept : null;
}

/** The lesson to go on with, by its place in `ids`: the one that was begun, else the one after the last that was taken; null before any. */
export function nextLesson(ids: readonly string[]): { at: number; step: number } | null {
  const kept = ids.map(progressOf);
  const begun = kept.findLastIndex((progress) => progress !== null && progress.step > 0);
  if (begun >= 0) return { at: begun, step: kept[begun]?.step ?? 0 };
  const after = kept.findLastIndex((progress) => progress?.done === true) + 1;
  return after > 0 && after < ids.length ? { at: after, step: 0 } : null;
}

/** False where the browser did not take it. */
export const keepProgress = (id: string, progress: Progress): boolean =>
  stored(KEY, JSON.stringify({ ...all(), [id]: progress }));

function all(): Record<string, Progress> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}
