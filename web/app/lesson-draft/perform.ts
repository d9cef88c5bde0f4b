/** What can be done to a lesson that is being written. */

import { type DraftStep, FIRST_SCENE } from '../../lessons/draft';
import { LessonError } from '../../lessons/lesson-error';
import { pathOf } from '../../lessons/path';
import { argument, numberArgument, textArgument, wordArgument } from '../arguments';
import type { App } from '../command';
import { lanesOf } from '../lanes/side-by-side';
import { documentsOf, setScene } from '../lesson/scene';
import { bringDraft } from './bring';
import { edit, put, redo, undo } from './change';
import { withInserted, withMoved, withoutStep, withStep } from './edit';
import { begin, copyLink, importDraft, save, tryOut } from './file';
import { momentNow, sceneNow } from './record';
import { keepOpen } from './reopen';
import type { DraftState } from './state';

export { copyLesson } from './file';

type Action = (app: App, args: unknown) => unknown;

const draftOf = ({ store }: App): DraftState | null => store.get().lesson_draft;

/** Opens the draft beside what the workbench shows; where it shows nothing, beside the draft's own step, or a device that can be counted. */
export async function openDraft(app: App, args: unknown): Promise<void> {
  const { screen, opened } = app.store.get();
  bringDraft(app);
  const state = draftOf(app);
  const step = state && state.selected !== null ? state.draft.steps[state.selected] : undefined;
  keepOpen(true);
  // A page that is loaded again opens what its address says, and keeps the focus.
  if (argument(args, 'again') === true) return put(app, { open: true });
  if (screen !== 'workbench' || !opened) {
    if (step) await show(app, step);
    else await app.run('experiment.example', { id: 'toy', play: false });
  }
  put(app, { open: true, attention: { to: state?.draft.steps.length ? 'list' : 'head' } });
}

/** Shows what a step shows, if that can be told. */
async function show(app: App, { scene }: DraftStep): Promise<void> {
  const at = pathOf(scene.at);
  if (!at) return;
  const { screen, opened } = app.store.get();
  const documents = lanesOf(app.whole.get()).map(({ document }) => document);
  const is_open = opened && screen === 'workbench' && JSON.stringify(documents) === JSON.stringify(documentsOf(scene));
  const wanted = { ...scene, at };
  await setScene(app, wanted, at, is_open ? wanted : null);
}

async function showSelected(app: App): Promise<void> {
  const step = selectedStep(app)?.step;
  if (step) await show(app, step);
}

interface Selected {
  state: DraftState;
  at: number;
  step: DraftStep;
}

function selectedStep(app: App): Selected | null {
  const state = draftOf(app);
  if (!state || state.selected === null) return null;
  const step = state.draft.steps[state.selected];
  return step ? { state, at: state.selected, step } : null;
}

/** What cannot be recorded says why. */
async function orSay(app: App, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof LessonError)) throw thrown;
    put(app, { said: thrown.message });
  }
}

const capitalised = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** The present state becomes a step after the one that is selected. */
const record: Action = (app) =>
  orSay(app, async () => {
    const scene = await sceneNow(app);
    const state = draftOf(app);
    if (!state) return;
    const { steps } = state.draft;
    const at = state.selected === null ? steps.length : state.selected + 1;
    const { shows, charts, figures } = steps[at - 1]?.scene ?? { ...FIRST_SCENE, shows: ['headline', 'transport'] };
    const title = scene.at === FIRST_SCENE.at ? 'The start' : capitalised(scene.at);
    const step: DraftStep = { title, scene: { ...scene, shows, charts, figures }, text: '', question: null, notes: '' };
    const did = `record step ${at + 1}`;
    const said = `Step ${at + 1} recorded at ${scene.at}.`;
    edit(app, { did, draft: withInserted(state.draft, at, step), selected: at }, { said, attention: { to: 'title' } });
  });

const retake: Action = (app) =>
  orSay(app, async () => {
    const scene = await sceneNow(app);
    const now = selectedStep(app);
    if (!now) return;
    const { state, at, step } = now;
    const draft = withStep(state.draft, at, { scene: { ...step.scene, ...scene } });
    const said = `Step ${at + 1} now shows the present state, at ${scene.at}.`;
    edit(app, { did: `retake step ${at + 1}`, draft, selected: at }, { said });
  });

/** The answer of the step's question shows at the present moment. */
const reveal: Action = (app) =>
  orSay(app, async () => {
    const moment = await momentNow(app);
    const now = selectedStep(app);
    if (!now?.step.question) return;
    const { state, at, step } = now;
    const question = step.question && { ...step.question, fields: { ...step.question.fields, reveal: moment } };
    const said = `The answer shows at ${moment}.`;
    edit(
      app,
      { did: `moment of the answer, step ${at + 1}`, draft: withStep(state.draft, at, { question }), selected: at },
      { said },
    );
  });

/**
 * Fields of the selected step, or of the head, as somebody types them; `field` says which in words, `focus` where the focus goes. What
 * depends on the rest of the step is told by a function of it.
 */
const change: Action = (app, args) => {
  const state = draftOf(app);
  if (!state) return;
  const { draft } = state;
  const field = textArgument(args, 'field');
  const to = argument(args, 'to') as Partial<DraftStep> | ((step: DraftStep) => Partial<DraftStep>);
  const now = selectedStep(app);
  if (!now) return edit(app, { did: field, draft: { ...draft, head: { ...draft.head, ...to } }, selected: null });
  const { at, step } = now;
  const done = {
    did: `${field}, step ${at + 1}`,
    draft: withStep(draft, at, typeof to === 'function' ? to(step) : to),
  };
  const more = argument(args, 'focus') === 'question' ? { attention: { to: 'question' as const } } : {};
  edit(app, { ...done, selected: at }, more);
};

const select: Action = async (app, args) => {
  const step = argument(args, 'step');
  put(app, { selected: typeof step === 'number' ? step : null, said: '' });
  await showSelected(app);
};

/** Moves a step up or down by one: `by` is -1 or 1. */
const move: Action = (app, args) => {
  const now = selectedStep(app);
  if (!now) return;
  const { state, at } = now;
  const to = at + numberArgument(args, 'by');
  if (!(to in state.draft.steps)) return;
  const said = `Step ${at + 1} is now step ${to + 1} of ${state.draft.steps.length}.`;
  edit(
    app,
    { did: `move step ${at + 1}`, draft: withMoved(state.draft, at, to), selected: to },
    { said, attention: { to: 'list' } },
  );
};

const duplicate: Action = (app) => {
  const now = selectedStep(app);
  if (!now) return;
  const { state, at, step } = now;
  const copy = { ...step, title: `${step.title} (copy)` };
  const said = `Step ${at + 1} has a copy after it.`;
  const done = { did: `copy step ${at + 1}`, draft: withInserted(state.draft, at + 1, copy), selected: at + 1 };
  edit(app, done, { said, attention: { to: 'title' } });
};

const remove: Action = async (app) => {
  const now = selectedStep(app);
  if (!now) return;
  const { state, at, step } = now;
  const draft = withoutStep(state.draft, at);
  const selected = draft.steps.length === 0 ? null : Math.min(at, draft.steps.length - 1);
  const said = `Step ${at + 1}, “${step.title}”, is deleted.`;
  edit(app, { did: `delete step ${at + 1}`, draft, selected }, { said, attention: { to: 'list' } });
  await showSelected(app);
};

/** Back from taking it. */
const back: Action = async (app) => {
  app.store.update({ lesson: null, left_lesson: null });
  await showSelected(app);
};

const close: Action = (app) => {
  keepOpen(false);
  put(app, { open: false, attention: null });
};

export const ACTIONS = {
  record,
  retake,
  reveal,
  change,
  select,
  move,
  duplicate,
  remove,
  undo: async (app: App) => {
    undo(app);
    await showSelected(app);
  },
  redo: async (app: App) => {
    redo(app);
    await showSelected(app);
  },
  back,
  close,
  begin,
  import: importDraft,
  try: tryOut,
  save,
  link: copyLink,
} satisfies Record<string, Action>;

type ActionName = keyof typeof ACTIONS;

/** Does what is called `what`. */
export async function act(app: App, args: unknown): Promise<void> {
  const what = wordArgument(args, 'what', Object.keys(ACTIONS) as ActionName[]);
  await ACTIONS[what](app, args);
}
