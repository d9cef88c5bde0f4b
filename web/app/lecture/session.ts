/** A lecture's own name: two lectures in one browser have two channels, and a reloaded page finds its notes window again. */

const KEY = 'flashlab-lecture';
const ID = /^[0-9a-f]{16}$/;

/** The session of this window, kept while its tab lives. */
export function lectureSession(): string {
  try {
    const kept = sessionStorage.getItem(KEY) ?? '';
    const session = ID.test(kept) ? kept : newSession();
    sessionStorage.setItem(KEY, session);
    return session;
  } catch {
    return newSession(); // storage may be forbidden: a reload then begins another
  }
}

const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const channelOf = (session: string): BroadcastChannel => new BroadcastChannel(`flashlab-lecture-${session}`);

/** The address of the notes window, beside that of the page. */
export const notesAddress = (page: string, session: string): string => new URL(`notes.html#${session}`, page).href;

/** The session that the notes window was opened for; null if its address has none. */
export function sessionOf(hash: string): string | null {
  const session = hash.slice(1);
  return ID.test(session) ? session : null;
}
