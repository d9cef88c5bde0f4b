/** Which files of a build are kept for use without network. */

import { WORKER_FILE } from './messages.ts';

/** Pictures and data that only the README shows, files for crawlers, and the worker itself, which the browser keeps. */
const NOT_KEPT = [/^readme-/, /^write-amplification\./, /^robots\.txt$/, new RegExp(`^${WORKER_FILE}$`)];

export const isKept = (name: string): boolean => !NOT_KEPT.some((pattern) => pattern.test(name));

/** A file's path as the page asks for it: the page is its folder. */
export const pathFromPage = (name: string): string => (name === 'index.html' ? '' : name);
