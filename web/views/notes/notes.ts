/** What a lecturer sees and the audience does not: the step's notes, what comes next, and the time. */

import { NOTES_KEYS, type NoteLine, type NotesKey, type Standing } from '../../app/lecture/messages';
import { h, setText } from '../../ui/dom';
import { elapsed } from './elapsed';
import './notes.css';

export interface Notes {
  readonly element: HTMLElement;
  show(standing: Standing): void;
  /** The audience window is not there (any more). */
  lose(): void;
  /** `now_ms`: milliseconds since 1970. */
  tick(now_ms: number): void;
}

export function createNotes(press: (key: NotesKey) => void): Notes {
  let began_ms: number | null = null;
  const lesson = h('p', { class: 'notes-lesson' });
  const place = h('p', { class: 'notes-place' });
  const clock = h('p', { class: 'notes-clock', 'aria-label': 'Time since the lecture began' });
  const title = h('h1', {});
  const text = h('div', { class: 'notes-text' });
  const next_title = h('b', {});
  const next_says = h('span', {});
  const lost = h('p', { class: 'notes-lost', role: 'alert', hidden: true });
  const blank = button('Blank', 'b');
  const element = h(
    'main',
    { class: 'notes' },
    h('header', {}, lesson, place, clock),
    lost,
    title,
    text,
    h(
      'section',
      { class: 'notes-next', 'aria-label': 'Next' },
      h('span', { class: 'note' }, 'Next'),
      next_title,
      next_says,
    ),
    h('footer', {}, button('Previous', 'PageUp'), button('Next', 'PageDown', 'button primary'), blank),
  );

  function button(name: string, key: NotesKey, kind = 'button'): HTMLButtonElement {
    return h('button', { class: kind, type: 'button', onclick: () => press(key) }, name);
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = NOTES_KEYS.find((one) => one === event.key || one === event.key.toLowerCase());
    const of_control = key === ' ' && event.target instanceof Element && event.target.closest('button');
    if (key === undefined || of_control) return;
    event.preventDefault();
    press(key);
  });

  return {
    element,
    show(standing) {
      began_ms = standing.began_ms;
      lost.hidden = true;
      setText(lesson, standing.title || 'Without a lesson');
      setText(place, standing.step ? `Step ${standing.step.at} of ${standing.step.of}` : '');
      setText(title, standing.now);
      text.replaceChildren(...linesOf(standing));
      setText(next_title, nextOf(standing));
      setText(next_says, standing.asks ? '' : (standing.next?.first_sentence ?? ''));
      blank.setAttribute('aria-pressed', String(standing.blanked));
    },
    lose() {
      lost.hidden = false;
      setText(lost, 'The audience window is closed. Open a lesson there, press P to present, then N for these notes.');
    },
    tick(now_ms) {
      setText(clock, began_ms === null ? '' : elapsed(now_ms - began_ms));
    },
  };
}

function linesOf({ notes, step }: Standing): HTMLElement[] {
  if (notes.length > 0) return notes.map(lineOf);
  return [h('p', { class: 'note' }, step ? 'This step has no notes.' : 'Notes come with lessons.')];
}

const lineOf = ({ kind, text }: NoteLine): HTMLElement => h('p', { 'data-kind': kind }, text);

/** What the next key press does. */
function nextOf({ asks, next, step }: Standing): string {
  if (asks) return 'The answer to the question';
  if (next) return next.title;
  return step ? 'End of the lesson' : 'The next GC run, merge or swap';
}
