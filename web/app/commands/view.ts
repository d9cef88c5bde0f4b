/** What is seen, and how. */

import { type ColourBy, PAGE_STATES } from '../../engine/protocol';
import { argument, wordArgument } from '../arguments';
import type { Command } from '../command';
import { openOptions } from '../lesson/state';
import { stageAfter } from '../stage-choice';
import type { AppState } from '../state';
import { tellStored } from '../storing';

export const COLOURS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];
export const THEMES: readonly AppState['theme'][] = ['system', 'light', 'dark'];

export const STAGES: readonly AppState['stage_view'][] = ['buffer', 'layer', 'flash'];

const after = <T>(list: readonly T[], value: T): T => list[(list.indexOf(value) + 1) % list.length] ?? value;

const onWorkbench = (state: AppState): boolean => state.screen === 'workbench';

// While options are chosen from, the numbers are theirs.
const isolating: readonly Command[] = PAGE_STATES.map((name, index) => ({
  id: `view.isolate-${name}`,
  title: `Show only ${name} pages`,
  keys: [String(index + 1)],
  group: 'View',
  enabled: (state) => onWorkbench(state) && openOptions(state.lesson) === 0,
  run: ({ store }) => store.update({ isolate: store.get().isolate === name ? null : name }),
}));

export const VIEW_COMMANDS: readonly Command[] = [
  {
    id: 'view.why',
    title: 'Why? Go to the decision',
    keys: ['w'],
    group: 'View',
    enabled: onWorkbench,
    run: ({ page }) => page.focusDecision(),
  },
  {
    id: 'view.colour-by',
    title: 'Colour by state, age, wear, temperature, owner',
    keys: ['c'],
    group: 'View',
    enabled: onWorkbench,
    run: ({ store }, args) => {
      const next =
        argument(args, 'by') === undefined ? after(COLOURS, store.get().colour_by) : wordArgument(args, 'by', COLOURS);
      store.update({ colour_by: next });
    },
  },
  {
    id: 'view.isolate',
    title: 'Show only one page state',
    enabled: onWorkbench,
    run: ({ store }, args) => {
      const state = argument(args, 'state');
      store.update({ isolate: state === null ? null : wordArgument(args, 'state', PAGE_STATES) });
    },
  },
  {
    id: 'view.stage',
    title: 'Show the buffer, the translation layer, or the flash',
    keys: ['v'],
    group: 'View',
    enabled: onWorkbench,
    run: ({ store }, args) => {
      const next = argument(args, 'view') === undefined ? stageAfter(store.get()) : wordArgument(args, 'view', STAGES);
      store.update({ stage_view: next });
    },
  },
  ...isolating,
  {
    id: 'view.lock',
    title: 'Pin the highlighted page',
    keys: ['l'],
    group: 'View',
    enabled: (state) => onWorkbench(state) && (state.hovered_page !== null || state.pinned_pages.length > 0),
    run: ({ store }) => {
      const { hovered_page, pinned_pages } = store.get();
      // With no page under the pointer, everything kept is let go.
      if (hovered_page === null) return store.update({ pinned_pages: [] });
      const others = pinned_pages.filter((page) => page !== hovered_page);
      const pinned = others.length < pinned_pages.length ? others : [...others, hovered_page];
      store.update({ pinned_pages: pinned.slice(-3) });
    },
  },
  {
    id: 'view.present',
    title: 'Present: headline and stage fill the screen',
    keys: ['p'],
    group: 'View',
    // Also while a lesson is on its way.
    enabled: ({ screen, awaits_lesson }) => screen !== 'start' || awaits_lesson,
    run: async ({ store, lecture }) => {
      const presenting = !store.get().presenting;
      if (presenting) await lecture(); // first: what could not be loaded is tried again by the same command
      store.update({ presenting, blanked: false });
    },
  },
  {
    id: 'view.blank',
    title: 'Blank the screen while presenting',
    keys: ['b', '.'],
    group: 'View',
    enabled: (state) => state.presenting,
    run: ({ store }) => store.update({ blanked: !store.get().blanked }),
  },
  {
    id: 'view.theme',
    title: 'Theme: system, light, dark',
    keys: ['t'],
    group: 'View',
    run: ({ store, page }, args) => {
      const theme =
        argument(args, 'theme') === undefined ? after(THEMES, store.get().theme) : wordArgument(args, 'theme', THEMES);
      store.update({ theme });
      tellStored(store, page.rememberTheme(theme));
    },
  },
  {
    id: 'view.help',
    title: 'Keys, and how to read the stage',
    keys: ['?'],
    group: 'View',
    run: ({ store }) => store.update({ help_open: !store.get().help_open }),
  },
  {
    id: 'view.close',
    title: 'Close what is open',
    keys: ['Escape'],
    group: 'View',
    enabled: (state) =>
      state.drawer_open ||
      state.help_open ||
      state.share_open ||
      state.presenting ||
      state.formula.is_open ||
      state.isolate !== null,
    run: ({ store }) => {
      const { help_open, share_open, drawer_open, presenting, formula } = store.get();
      if (help_open) store.update({ help_open: false });
      else if (share_open) store.update({ share_open: false });
      else if (drawer_open) store.update({ drawer_open: false });
      else if (presenting) store.update({ presenting: false, blanked: false });
      else if (formula.is_open) store.update({ formula: { ...formula, is_open: false } });
      else store.update({ isolate: null });
    },
  },
];
