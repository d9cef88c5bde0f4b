/** Running a device that is too large to be watched. */

import type { Command } from '../command';
import { isTooMuch } from '../unwatched/state';

export const UNWATCHED_COMMANDS: readonly Command[] = [
  {
    id: 'unwatched.run',
    title: 'Run it without watching',
    enabled: ({ failure }) => isTooMuch(failure),
    run: async ({ unwatched }) => (await unwatched()).run(),
  },
  {
    id: 'unwatched.cancel',
    title: 'Stop the unwatched run',
    enabled: ({ unwatched }) => unwatched !== null && unwatched.result === null,
    run: ({ store }) => store.update({ failure: store.get().unwatched?.refused ?? null, unwatched: null }),
  },
  {
    id: 'unwatched.save',
    title: 'Save the report (JSON)',
    enabled: ({ unwatched }) => unwatched?.result != null,
    run: ({ store, page }) => {
      const result = store.get().unwatched?.result;
      if (result) page.download('flashlab-report.json', 'application/json', result.report);
    },
  },
];
