/** The place of the film dialog, which is loaded when it is first opened. */

import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createFilmPlace = (context: ViewContext): View =>
  lazyOnceOpened(
    ({ film }) => film !== null,
    async () => (await import('./film')).createFilmDialog(context),
  );
