/** What the page is loaded from: a new version, taken when somebody asks for it, and parts that could not be loaded. */

import type { Command } from '../command';
import { isNewer } from '../offline/state';
import { renewStyles } from '../unloaded';

export const TRY_AGAIN = 'page.try-again';

export const OFFLINE_COMMANDS: readonly Command[] = [
  {
    id: 'page.update',
    title: 'Reload into the new version',
    enabled: ({ offline }) => isNewer(offline),
    run: async () => (await import('../offline/keep')).takeNewVersion(),
  },
  {
    id: 'page.put-off',
    title: 'Go on with this version',
    enabled: ({ offline }) => offline === 'newer',
    run: ({ store }) => store.update({ offline: 'put-off' }),
  },
  {
    id: TRY_AGAIN,
    title: 'Try again what could not be loaded',
    enabled: ({ again }) => again !== null,
    run: async (app) => {
      const { again } = app.store.get();
      app.store.update({ failure: null });
      await renewStyles();
      if (again) await app.run(again.id, again.args);
    },
  },
];
