/** The place of the worksheet, which is loaded with the first. */

import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createWorksheetPlace = (context: ViewContext): View =>
  lazyOnceOpened(
    ({ worksheet }) => worksheet !== null,
    async () => (await import('./worksheet')).createWorksheet(context),
  );
