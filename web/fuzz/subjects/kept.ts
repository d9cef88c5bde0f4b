/** What the browser keeps between visits: another version of the page, or another page of the same origin, may have written it. */

import { vi } from 'vitest';
import { ownEntries } from '../../app/challenge/keep';
import { nextLesson, progressOf } from '../../app/lesson/progress';
import { keepDraft, keptDraft } from '../../app/lesson-draft/keep';
import { isUnsaved } from '../../app/lesson-draft/unsaved';
import { recentOnes } from '../../app/recent/recent';
import type { Draft } from '../../lessons/draft';
import { problemsOf } from '../../lessons/problems';
import { writeDraft } from '../../lessons/write';
import { linesOf } from '../seeds';
import { areSame, isSentence, type Subject } from '../subject';

const SEEDS = linesOf('kept.txt');
const [A_DRAFT = ''] = SEEDS;

/** The text stands under every key, so that each reader takes it for its own; drafts that others took the place of are read beside one alone. */
export const SUBJECT: Subject = {
  seeds: SEEDS,
  holds: (text) => {
    const getItem = (key: string) => (key === 'flashlab-lesson-draft' && text.startsWith('[') ? A_DRAFT : text);
    const storage = { getItem, setItem: () => {} };
    vi.stubGlobal('localStorage', storage);
    try {
      const recent = recentOnes();
      for (const { hash, title, opened_ms } of recent)
        areSame(
          'an address',
          [hash, title, opened_ms].map((one) => typeof one),
          ['string', 'string', 'number'],
        );
      const ids = ['dftl', '__proto__', 'constructor'];
      const progress = [...ids.map(progressOf).filter((one) => one !== null), nextLesson(ids)];
      for (const one of progress) if (one && !(one.step >= 0)) throw new Error(`the step to go on with is ${one.step}`);
      const entries = ['#v=1&challenge=a', '__proto__', 'constructor'].flatMap(ownEntries);
      areSame('an entry', entries, JSON.parse(JSON.stringify(entries)));
      const is_draft = readsDraft(text);
      return is_draft || recent.length > 0 || entries.length > 0 || progress.some((one) => one !== null);
    } finally {
      vi.unstubAllGlobals();
    }
  },
};

function readsDraft(text: string): boolean {
  const kept = keptDraft();
  if (!kept) return false;
  const is_read = kept.past.length > 0 || !text.startsWith('[');
  isDraft(kept.draft);
  for (const { did, draft } of kept.past) {
    if (typeof did !== 'string') throw new Error('what was done is no text');
    isDraft(draft);
  }
  const state = { ...kept, open: true, future: [], tried: null, kept: 'kept' as const, said: '', attention: null };
  isUnsaved(state);
  if (!keepDraft(state, null)) throw new Error('the draft cannot be kept again');
  return is_read;
}

/** Its panel shows what keeps it from being a lesson. */
function isDraft(draft: Draft): void {
  writeDraft(draft);
  for (const { says } of problemsOf(draft)) isSentence(says);
}
