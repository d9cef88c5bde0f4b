/** A lesson that comes from outside: a file, or an address that holds all of it. Nothing of it leaves the page but by its link. */

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Lesson } from '../../lessons/lesson';
import { LessonError } from '../../lessons/lesson-error';
import { parseLesson } from '../../lessons/parse';
import { quoted } from '../../render/quoted';
import { fromBase64Url, toBase64Url } from '../base64url';
import { EXAMPLES } from '../examples';

/** More than any lesson needs, and what a browser still takes as an address. */
export const LESSON_MAX_BYTES = 128 * 1024;

/** @throws LessonError where `bytes` is more than a lesson may have. */
export function checkSize(name: string, bytes: number): void {
  if (bytes <= LESSON_MAX_BYTES) return;
  const kibibytes = Math.ceil(bytes / 1024);
  throw new LessonError(`${name} has ${kibibytes} KiB: expected a lesson of at most ${LESSON_MAX_BYTES / 1024} KiB`);
}

/**
 * The lesson in `text`; `name` is what its file is called.
 *
 * @throws LessonError that names file, step and what was expected.
 */
export function ownLesson(name: string, text: string): Lesson {
  checkSize(name, strToU8(text).length);
  const lesson = parseLesson(name, text);
  for (const { title, scene } of lesson.steps) {
    const { device } = scene;
    if ('experiment' in device || EXAMPLES.some(({ id }) => id === device.example)) continue;
    const ids = EXAMPLES.map(({ id }) => id).join(', ');
    throw new LessonError(
      `${name}, step "${quoted(title)}": example: "${quoted(device.example)}" is not one of ${ids}`,
    );
  }
  return { ...lesson, id: idOf(lesson.title) };
}

/** A title as it may stand in any file's name. */
export const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'lesson';

/** The text as it stands in an address: deflated, in base64url. */
export const packLesson = (text: string): string => toBase64Url(deflateSync(strToU8(text), { level: 9 }));

/** @throws LessonError where `packed` is not what `packLesson` made. */
export function unpackLesson(packed: string): string {
  try {
    // What is larger than its place is cut, not refused: a byte more than allowed tells it.
    const bytes = inflateSync(fromBase64Url(packed), { out: new Uint8Array(LESSON_MAX_BYTES + 1) });
    if (bytes.length > 0 && bytes.length <= LESSON_MAX_BYTES) return strFromU8(bytes);
  } catch {
    // Told below, in words that do not depend on which step failed.
  }
  throw new LessonError('This link is damaged: the lesson in it cannot be unpacked. It may have been cut short.');
}
