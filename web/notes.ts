/** The notes window: a page of its own that loads no core and follows the audience window over a channel. */

import './ui/tokens.css';
import './ui/base.css';
import type { FromNotes } from './app/lecture/messages';
import { fromAudience } from './app/lecture/messages';
import { channelOf, sessionOf } from './app/lecture/session';
import { createNotes } from './views/notes/notes';

const SECOND_MS = 1000;

const session = sessionOf(location.hash);
const channel = session === null ? null : channelOf(session);
const post = (message: FromNotes): void => channel?.postMessage(message);

const notes = createNotes((key) => post({ kind: 'key', key }));
document.body.append(notes.element);

channel?.addEventListener('message', ({ data }) => {
  const message = fromAudience(data);
  if (message?.kind === 'standing') notes.show(message);
  if (message?.kind === 'closed') notes.lose();
});
/** An audience window that is gone without a word is gone as well. */
const isAlone = (): boolean => window.opener === null || window.opener.closed === true;
setInterval(() => {
  if (isAlone()) notes.lose();
  notes.tick(Date.now());
}, SECOND_MS);
window.addEventListener('pagehide', () => post({ kind: 'closed' }));
if (session === null) notes.lose();
else post({ kind: 'hello' });
