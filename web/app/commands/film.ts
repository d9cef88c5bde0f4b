/** Films of what is on stage. What makes them is loaded with the first. */

import type { Command } from '../command';
import type { FilmOptions } from '../film/options';

export const FILM_COMMANDS: readonly Command[] = [
  {
    id: 'film.open',
    title: 'Film what is on stage: GIF, WebM, slides',
    keys: ['m'],
    group: 'Share',
    enabled: (state) => state.screen === 'workbench' && state.opened !== null && !state.embedded && !state.film?.work,
    run: async ({ store, film }) => {
      if (store.get().film) return store.update({ film: null });
      store.update({ share_open: false });
      await (await film()).open();
    },
  },
  {
    id: 'film.make',
    title: 'Make the film',
    enabled: ({ film }) => film !== null && film.work === null,
    run: async ({ film }, args) => (await film()).make(args as FilmOptions),
  },
  {
    id: 'film.cancel',
    title: 'Stop filming',
    enabled: ({ film }) => film !== null && film.work !== null,
    run: async ({ film }) => (await film()).cancel(),
  },
];
