/** Texts to begin with, from files: a line of `corpus/` each, and the lessons that are listed. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The lines of a file of `corpus/`, but for those that are empty or begin with `//`. */
export const linesOf = (name: string): string[] =>
  readFileSync(pathOf(`corpus/${name}`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//'));

/** All files of lessons, whole. */
export function lessonTexts(): string[] {
  const folder = pathOf('../../public/lessons/');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => readFileSync(`${folder}${name}`, 'utf8'));
}
