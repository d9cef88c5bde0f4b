/** A part of a stage: a rule above its name and a plain line, and room for what it shows. */

import { h } from '../../ui/dom';

export interface Part {
  element: HTMLElement;
  /** The plain line beside the name. */
  note: HTMLElement;
  body: HTMLElement;
}

export function titled(kind: string, name: string): Part {
  const note = h('small', {});
  const title = h('h2', { class: 'part-title' }, h('span', { class: 'part-words' }, name, ' ', note));
  const body = h('div', { class: `part-body ${kind}-body` });
  return { element: h('section', { class: `part ${kind}`, 'aria-label': name }, title, body), note, body };
}
