/** A draft as a file: tried, saved, shared, opened. */

import { NO_DRAFT, readDraft } from '../../lessons/draft';
import { LessonError } from '../../lessons/lesson-error';
import { type Problem, problemsOf } from '../../lessons/problems';
import { writeDraft } from '../../lessons/write';
import { argument } from '../arguments';
import type { App } from '../command';
import { checkSize, idOf, ownLesson, packLesson, unpackLesson } from '../lesson/own';
import { openLesson } from '../lesson/player';
import { encodeLessonAddress } from '../url-state';
import { bringDraft } from './bring';
import { put, replace } from './change';
import { keepOpen } from './reopen';

/** The draft as a file that can be taken; null, with the first problem said and in sight, where it cannot be yet. */
function fileOf(app: App): { name: string; text: string } | null {
  const { lesson_draft: state } = app.store.get();
  if (!state) return null;
  const problem = problemsOf(state.draft)[0];
  if (problem) {
    put(app, { selected: problem.step, said: problemInWords(problem), attention: { to: problem.part } });
    return null;
  }
  const name = `${idOf(state.draft.head.title)}.md`;
  const text = writeDraft(state.draft);
  try {
    ownLesson(name, text);
    return { name, text };
  } catch (thrown) {
    if (!(thrown instanceof LessonError)) throw thrown;
    put(app, { said: thrown.message });
    return null;
  }
}

const problemInWords = ({ step, says }: Problem): string =>
  `${step === null ? 'The lesson' : `Step ${step + 1}`}: ${says}.`;

/** Takes it from the selected step on. */
export async function tryOut(app: App): Promise<void> {
  const file = fileOf(app);
  if (!file) return;
  put(app, { tried: packLesson(file.text) });
  await openLesson(app, file, app.store.get().lesson_draft?.selected ?? 0);
}

export function save(app: App): void {
  const file = fileOf(app);
  if (!file) return;
  app.page.download(file.name, 'text/markdown', file.text);
  put(app, { saved: file.text, said: `Saved as ${file.name}. Drop that file on Flashlab to take the lesson.` });
}

/** Copies a link that holds the whole lesson. */
export async function copyLink(app: App): Promise<void> {
  const file = fileOf(app);
  if (!file) return;
  const url = new URL(location.href);
  url.search = '';
  url.hash = encodeLessonAddress({ id: null, packed: packLesson(file.text), step: 0 });
  try {
    await app.page.copy(url.href);
    put(app, { said: `Link copied. It holds the whole lesson, in ${url.href.length} characters.` });
  } catch {
    put(app, { said: 'The browser does not allow copying. Try the lesson, and copy its address.' });
  }
}

export const begin = (app: App): void =>
  replace(
    app,
    { did: 'new lesson', draft: NO_DRAFT, selected: null },
    { saved: null, said: 'A new lesson.', attention: { to: 'head' } },
  );

/** Opens the lesson in a file to be written on; one that cannot be read says why. */
export async function importDraft(app: App, args: unknown): Promise<void> {
  const file = argument(args, 'file');
  if (!(file instanceof File)) throw new TypeError('file: not a file');
  try {
    checkSize(file.name, file.size);
    const text = await file.text();
    ownLesson(file.name, text);
    const draft = readDraft(file.name, text);
    replace(
      app,
      { did: `open ${file.name}`, draft, selected: null },
      { saved: writeDraft(draft), said: `${file.name} is open.`, attention: { to: 'list' } },
    );
  } catch (thrown) {
    if (!(thrown instanceof LessonError)) throw thrown;
    put(app, { said: thrown.message });
  }
}

/** Writes on in a copy of the lesson that is being taken, at its present step. */
export async function copyLesson(app: App): Promise<void> {
  const { lesson: taken } = app.store.get();
  if (!taken) return;
  const { lesson, packed, step } = taken;
  const text =
    packed === null ? await (await app.page.fetchFile(`lessons/${lesson.id}.md`)).text() : unpackLesson(packed);
  const { head, steps } = readDraft(lesson.id, text);
  bringDraft(app);
  keepOpen(true);
  // Its place is that of the lesson it was copied from.
  const draft = { head: { ...head, order: '' }, steps };
  app.store.update({ lesson: null, left_lesson: null });
  const said = `A copy of “${head.title}” is open. The lesson stays as it is.`;
  replace(
    app,
    { did: `copy “${head.title}”`, draft, selected: step },
    { open: true, saved: null, said, attention: { to: 'list' } },
  );
}
