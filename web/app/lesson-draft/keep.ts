/** The draft, kept between visits. A browser that keeps nothing is told of, and writing goes on all the same. */

import type { Draft } from '../../lessons/draft';
import type { DraftState, Past } from './state';

const KEY = 'flashlab-lesson-draft';
const PAST_KEY = 'flashlab-lesson-draft-past';
/** Drafts that others took the place of: so many outlive a visit. */
const PAST_KEPT = 3;

export interface Kept {
  draft: Draft;
  selected: number | null;
  saved: string | null;
  past: readonly Past[];
}

/** Null where nothing is kept. */
export function keptDraft(): Kept | null {
  const kept = read(KEY);
  if (!isObject(kept) || !isDraft(kept.draft)) return null;
  const { draft, selected, saved } = kept;
  const past = read(PAST_KEY);
  return {
    draft,
    selected: typeof selected === 'number' && selected in draft.steps ? selected : null,
    saved: typeof saved === 'string' ? saved : null,
    past: Array.isArray(past) ? past.filter(isPast) : [],
  };
}

/** Whether it is kept. `before`: what was kept last, of which the same need not be written again. */
export function keepDraft({ draft, selected, saved, past }: DraftState, before: DraftState | null): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ draft, selected, saved }));
    const replaced = replacedIn(past);
    const known = before ? replacedIn(before.past) : [];
    const is_kept =
      before !== null && known.length === replaced.length && known.every((one, at) => one === replaced[at]);
    if (!is_kept) localStorage.setItem(PAST_KEY, JSON.stringify(replaced));
    return true;
  } catch {
    return false;
  }
}

/** Has `tell` called when another tab has had a draft kept in the place of this one's. */
export function onReplaced(tell: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) tell();
  });
}

const replacedIn = (past: readonly Past[]): readonly Past[] =>
  past.filter(({ replaced }) => replaced).slice(-PAST_KEPT);

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areTexts = (value: Record<string, unknown>, keys: readonly string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string');

const isDraft = (value: unknown): value is Draft =>
  isObject(value) &&
  isObject(value.head) &&
  areTexts(value.head, ['title', 'minutes', 'seen', 'order']) &&
  Array.isArray(value.steps) &&
  value.steps.every(isStep);

const isStep = (value: unknown): boolean =>
  isObject(value) && areTexts(value, ['title', 'text', 'notes']) && isScene(value.scene) && isQuestion(value.question);

const isScene = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value, ['at', 'stage', 'colour_by']) &&
  isObject(value.device) &&
  (typeof value.device.example === 'string' || isObject(value.device.experiment)) &&
  Array.isArray(value.beside) &&
  value.beside.every((changes) => Array.isArray(changes) && changes.every(isChange)) &&
  isTextList(value.shows) &&
  (value.charts === null || isTextList(value.charts)) &&
  (value.figures === null || isTextList(value.figures)) &&
  (value.highlight === null || isHighlight(value.highlight));

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const isChange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';

const isHighlight = (value: unknown): boolean =>
  isObject(value) && (Number.isSafeInteger(value.lpn) || typeof value.state === 'string');

const isQuestion = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    typeof value.after === 'string' &&
    isObject(value.fields) &&
    areTexts(value.fields, Object.keys(value.fields)));

const isPast = (value: unknown): value is Past =>
  isObject(value) &&
  typeof value.did === 'string' &&
  value.replaced === true &&
  isDraft(value.draft) &&
  (value.selected === null || (typeof value.selected === 'number' && value.selected in value.draft.steps));
