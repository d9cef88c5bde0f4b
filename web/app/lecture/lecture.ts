/**
 * The audience window's side of a lecture: opens the notes window, tells it where the lecture stands, and takes the keys pressed there as
 * if they had been pressed here.
 */

import type { AppState } from '../state';
import type { Store } from '../store';
import { type FromAudience, fromNotes } from './messages';
import { channelOf, lectureSession, notesAddress } from './session';
import { standingOf } from './standing';

export interface Lecture {
  /** Opens the notes window, or brings it to the front. Has to be called while a key or a click is being answered. */
  openNotes(): void;
}

export interface LectureContext {
  store: Store<AppState>;
  /** Does what a key does. */
  press: (key: string) => void;
  /** The page's address. */
  href: () => string;
  /** The time in milliseconds since 1970. */
  now_ms: () => number;
}

const WINDOW = 'popup,width=960,height=720';

export function createLecture({ store, press, href, now_ms }: LectureContext): Lecture {
  const session = lectureSession();
  const channel = channelOf(session);
  let began_ms = now_ms();

  const post = (message: FromAudience): void => channel.postMessage(message);
  const tell = (): void => post(standingOf(store.get(), began_ms));
  const setNotes = (notes: AppState['lecture']['notes'], notes_link: string | null = null): void =>
    store.update({ lecture: { ...store.get().lecture, notes, notes_link } });

  channel.addEventListener('message', ({ data }) => {
    const message = fromNotes(data);
    if (!message) return;
    if (message.kind === 'key') return press(message.key);
    setNotes(message.kind === 'hello' ? 'open' : 'none');
    if (message.kind === 'hello') tell();
  });
  store.subscribe((now, before) => {
    if (now.presenting && !before.presenting) began_ms = now_ms();
    const same = now.lesson === before.lesson && now.frame === before.frame && now.blanked === before.blanked;
    if (now.lecture.notes === 'open' && !same && !now.playing) tell();
  });
  tell(); // a notes window from before a reload may be there
  window.addEventListener('pagehide', () => post({ kind: 'closed' }));

  return {
    openNotes() {
      const address = notesAddress(href(), session);
      setNotes('open'); // first: a window that opens ends full screen, and whoever sees that has to know why
      const opened = window.open(address, `flashlab-notes-${session}`, WINDOW);
      if (opened) opened.focus();
      else setNotes('blocked', address);
    },
  };
}
