/**
 * What the audience window and the notes window say to each other, over a channel that only these two know. Either may be of another
 * version of the page, and anybody on this origin may write to a channel: what does not have the shape of a message is not read.
 */

/** A paragraph, formula or item of a list. */
export interface NoteLine {
  kind: 'paragraph' | 'formula' | 'item';
  text: string;
}

/** Where the lecture stands, from the audience window. */
export interface Standing {
  kind: 'standing';
  /** The lesson, or the experiment without one. */
  title: string;
  /** The step's title, or the headline. */
  now: string;
  /** The step, from 1, of so many; null without a lesson. */
  step: { at: number; of: number } | null;
  /** The step's question waits for its answer. */
  asks: boolean;
  notes: readonly NoteLine[];
  next: { title: string; first_sentence: string } | null;
  blanked: boolean;
  /** When presenting began, in milliseconds since 1970. */
  began_ms: number;
}

export type FromAudience = Standing | { kind: 'closed' };

/** The keys that the notes window hands on. */
export const NOTES_KEYS = ['PageDown', 'PageUp', 'ArrowRight', 'ArrowLeft', ' ', 'b', '.', 'g'] as const;
export type NotesKey = (typeof NOTES_KEYS)[number];

/** `hello`: a notes window is there and wants to know where the lecture stands. */
export type FromNotes = { kind: 'hello' } | { kind: 'closed' } | { kind: 'key'; key: NotesKey };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isLine = (value: unknown): value is NoteLine =>
  isFields(value) && isText(value.text) && ['paragraph', 'formula', 'item'].includes(String(value.kind));

/** The message from the audience window that `data` is; null if it is none. */
export function fromAudience(data: unknown): FromAudience | null {
  if (!isFields(data)) return null;
  if (data.kind === 'closed') return { kind: 'closed' };
  if (data.kind !== 'standing') return null;
  const { title, now, step, asks, notes, next, blanked, began_ms } = data;
  const has_step = step === null || (isFields(step) && Number.isInteger(step.at) && Number.isInteger(step.of));
  const has_next = next === null || (isFields(next) && isText(next.title) && isText(next.first_sentence));
  const has_notes = Array.isArray(notes) && notes.every(isLine);
  const has_rest = isText(title) && isText(now) && typeof asks === 'boolean' && typeof blanked === 'boolean';
  return has_step && has_next && has_notes && has_rest && Number.isFinite(began_ms)
    ? (data as unknown as Standing)
    : null;
}

/** The message from the notes window that `data` is; null if it is none. */
export function fromNotes(data: unknown): FromNotes | null {
  if (!isFields(data)) return null;
  if (data.kind === 'hello' || data.kind === 'closed') return { kind: data.kind };
  const key = NOTES_KEYS.find((one) => one === data.key);
  return data.kind === 'key' && key !== undefined ? { kind: 'key', key } : null;
}
