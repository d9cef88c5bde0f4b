/** Words in bold. */

import { h } from './dom';

/** Text with `**…**` in bold. */
export const emphasised = (text: string): (Node | string)[] =>
  text.split('**').map((part, i) => (i % 2 === 1 ? h('b', {}, part) : part));
