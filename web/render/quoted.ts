/** Somebody else's words as they are said back: in a link, a lesson or a message they may be of any length, and no text that can be read. */

/** As much as shows which words are meant. */
const QUOTED_MAX = 60;
/** Control characters, marks that turn the direction of text, and halves of a character. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The first `most` letters of `text`, with a sign in the place of each that cannot be shown. */
export function quoted(text: string, most = QUOTED_MAX): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown.replace(UNREADABLE, '\ufffd');
}
