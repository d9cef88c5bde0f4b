/** Challenges: taking one, sending a result, making one. */

import { argument, numberArgument, textArgument } from '../arguments';
import type { ChallengeDraft, ChallengeState, ChallengeTyped } from '../challenge/state';
import { withChanges } from '../changes';
import type { App, Command } from '../command';
import { withValue } from '../experiment';
import { hasChoice } from '../formula/state';
import type { AppState } from '../state';

const onScreen = (state: AppState): boolean => state.screen === 'challenge';
const isOpen = (state: AppState): boolean => onScreen(state) && state.challenge.open !== null;

const change = ({ store }: App, changes: Partial<ChallengeState>): void =>
  store.update({ challenge: { ...store.get().challenge, ...changes } });

/** Shows the screen, with what the core tells of all challenges. */
async function show(app: App): Promise<void> {
  const closed = {
    playing: false,
    drawer_open: false,
    presenting: false,
    failure: null,
    unwatched: null,
    lesson: null,
  };
  app.store.update({ screen: 'challenge', ...closed });
  if (!app.store.get().schema) await app.lane.loadSchema();
  await (await app.challenges()).list();
}

async function copy({ store, page }: App, hash: string | null, done: string): Promise<void> {
  if (hash === null) return;
  const address = page.link().replace(/[?#].*$/, '') + hash;
  try {
    await page.copy(address);
    store.update({ notice: done });
  } catch {
    store.update({ notice: 'The browser does not allow copying. Open the entry’s link and copy its address.' });
  }
}

/** What a challenge of the device on the workbench begins with. */
function draftOf(state: AppState): ChallengeDraft {
  const shown = withChanges(state.document, []);
  return {
    experiment: withValue(shown, 'run.seed', undefined),
    title: '',
    about: '',
    of: hasChoice(state, 'buffer') ? 'buffer' : 'victim',
    minimise: 'write_amplification',
    target: '',
    limited: '',
    at_most: '',
    rival: '',
    seeds: 5,
  };
}

export const CHALLENGE_COMMANDS: readonly Command[] = [
  {
    id: 'challenge.list',
    title: 'Challenges: a device, its requests, a goal for a formula of your own',
    run: async (app) => {
      if (app.store.get().challenge.works) (await app.challenges()).stop();
      change(app, { open: null, draft: null, refusal: null });
      await show(app);
    },
  },
  {
    id: 'challenge.open',
    title: 'Open a challenge',
    run: async (app, args) => {
      const document = argument(args, 'document');
      await show(app);
      const what =
        typeof document === 'object' && document !== null
          ? { document: document as Record<string, unknown> }
          : { address: textArgument(args, 'address') };
      await (await app.challenges()).open(what);
    },
  },
  {
    id: 'challenge.import',
    title: 'Open a challenge from a file',
    run: async (app, args) => {
      const file = argument(args, 'file');
      if (!(file instanceof Blob)) throw new TypeError('no file');
      await show(app);
      try {
        const document: unknown = JSON.parse(await file.text());
        await (await app.challenges()).open({ document: document as Record<string, unknown> });
      } catch {
        change(app, { refusal: 'The file is not JSON; expected a challenge as it is saved here.' });
      }
    },
  },
  {
    id: 'challenge.type',
    title: 'Change the formula that takes part',
    enabled: isOpen,
    run: async (app, args) => {
      const typed = (argument(args, 'typed') ?? {}) as Partial<ChallengeTyped>;
      change(app, { typed: { ...app.store.get().challenge.typed, ...typed } });
      if (typed.text !== undefined) await (await app.challenges()).check();
    },
  },
  {
    id: 'challenge.take',
    title: 'Put the formula on the board',
    enabled: isOpen,
    run: async (app) => (await app.challenges()).take(),
  },
  {
    id: 'challenge.remove',
    title: 'Take an entry off the board',
    enabled: isOpen,
    run: async (app, args) => (await app.challenges()).remove(numberArgument(args, 'at')),
  },
  {
    id: 'challenge.copy-entry',
    title: 'Copy a link with an entry and its result, which anyone can run again',
    enabled: isOpen,
    run: async (app, args) =>
      copy(app, await (await app.challenges()).link(numberArgument(args, 'at')), 'Link with the result copied.'),
  },
  {
    id: 'challenge.copy',
    title: 'Copy the link of the challenge',
    enabled: isOpen,
    run: (app) => copy(app, app.store.get().challenge.open?.link ?? null, 'Link of the challenge copied.'),
  },
  {
    id: 'challenge.save',
    title: 'Save the challenge as a file, as the command line takes it',
    enabled: isOpen,
    run: ({ store, page }) => {
      const { open } = store.get().challenge;
      if (!open) return;
      page.download('challenge.json', 'application/json', `${JSON.stringify(open.document, null, 2)}\n`);
    },
  },
  {
    id: 'challenge.watch',
    title: 'Open an entry’s first run on the workbench',
    enabled: isOpen,
    run: async (app, args) => {
      const document = await (await app.challenges()).experiment(numberArgument(args, 'at'));
      if (!document) return;
      const nothing = { hovered_page: null, pinned_pages: [], lit_lpn: null, isolate: null, focus: null };
      app.store.update({ screen: 'workbench', ...nothing });
      await app.lane.openAll([document]);
    },
  },
  {
    id: 'challenge.make',
    title: 'Make a challenge of this device and its requests',
    group: 'Experiment',
    enabled: (state) => state.screen === 'workbench' && state.opened !== null,
    run: async (app) => {
      const draft = draftOf(app.store.get());
      change(app, { open: null, drafted: null, refusal: null });
      await show(app);
      await (await app.challenges()).draft(draft);
    },
  },
  {
    id: 'challenge.draft',
    title: 'Change the challenge that is being made',
    enabled: (state) => onScreen(state) && state.challenge.draft !== null,
    run: async (app, args) => {
      const { draft } = app.store.get().challenge;
      const changes = (argument(args, 'draft') ?? {}) as Partial<ChallengeDraft>;
      if (draft) await (await app.challenges()).draft({ ...draft, ...changes });
    },
  },
  {
    id: 'challenge.made',
    title: 'Open the challenge that was made',
    enabled: (state) => onScreen(state) && state.challenge.drafted !== null,
    run: async (app) => {
      const { drafted } = app.store.get().challenge;
      if (drafted) await (await app.challenges()).open({ document: drafted.document });
    },
  },
];
