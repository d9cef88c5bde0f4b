/** The place of what presenting adds to the page, which is loaded when it is first presented. */

import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createLecturePlace = (context: ViewContext): View =>
  lazyOnceOpened(
    ({ presenting }) => presenting,
    async () => (await import('./lecture')).createLecture(context),
  );
