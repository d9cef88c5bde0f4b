/** The place of the share dialog, which is loaded when it is first opened. */

import type { LinkForm } from '../../app/command';
import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createSharePlace = (context: ViewContext, link: (form: LinkForm) => string): View =>
  lazyOnceOpened(
    ({ share_open }) => share_open,
    async () => (await import('./share')).createShare(context, link),
  );
