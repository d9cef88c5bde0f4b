/** Taking the present state elsewhere. */

import { reproductionOf } from '../../engine/reproduction';
import type { Command } from '../commands';
import { isSaved } from '../figures/state';
import type { AppState } from '../state';

/** What a link holds. */
const HOLDS: Readonly<Record<AppState['screen'], string>> = {
  start: 'nothing',
  workbench: 'the experiment and the moment, never a trace',
  figures: 'the figure and its size',
  sweep: 'the whole sweep and how it is looked at, never a trace',
};

export const SHARE_COMMANDS: readonly Command[] = [
  {
    id: 'share.link',
    title: 'Copy a link to this moment',
    keys: ['s'],
    group: 'Share',
    enabled: (state) => state.screen !== 'start',
    run: async ({ store, page }) => {
      try {
        await page.copy(page.link());
        const holds = HOLDS[store.get().screen];
        store.update({ notice: `Link copied. It holds ${holds}.` });
      } catch {
        store.update({ notice: 'The browser does not let this page copy. The address above is the link.' });
      }
    },
  },
  {
    id: 'share.report',
    title: 'Save the report (JSON)',
    keys: ['r'],
    group: 'Share',
    enabled: (state) => (state.screen === 'figures' ? isSaved(state.figures) : state.opened !== null),
    run: async ({ store, lane, figures, page }) => {
      const { screen, figures: shown } = store.get();
      if (screen === 'figures') {
        const text = await figures.text();
        if (text) page.download(`${shown.id}.json`, 'application/json', text);
        return;
      }
      const report = await lane.report();
      if (report) page.download('flashlab-report.json', 'application/json', report);
    },
  },
  {
    id: 'share.experiment',
    title: 'Save the experiment (JSON)',
    group: 'Share',
    enabled: (state) => state.opened !== null,
    run: ({ store, page }) =>
      page.download(
        'experiment.json',
        'application/json',
        `${JSON.stringify({ version: 1, ...store.get().document }, null, 2)}\n`,
      ),
  },
  {
    id: 'share.reproduction',
    title: 'Save what is needed to see this failure again',
    enabled: (state) => state.failure !== null,
    run: ({ store, page }) => {
      const { failure, document, frame } = store.get();
      if (!failure) return;
      const reproduction = reproductionOf(failure, document, frame?.position ?? null, page.program());
      page.download('flashlab-failure.json', 'application/json', `${JSON.stringify(reproduction, null, 2)}\n`);
    },
  },
];
