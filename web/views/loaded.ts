/** Loading a part of the page where it will stand: where that fails it is said there, with a button that tries again. */

import { renewStyles, unloadedInWords } from '../app/unloaded';
import { h } from '../ui/dom';

/** Resolves with what `load` brings, however often that takes; meanwhile `place` says that it is busy. */
export async function loaded<T>(place: HTMLElement, load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await busily(place, load);
    } catch (thrown) {
      await askedAgain(place, thrown);
      await renewStyles();
    }
  }
}

async function busily<T>(place: HTMLElement, load: () => Promise<T>): Promise<T> {
  place.ariaBusy = 'true';
  try {
    return await load();
  } finally {
    place.ariaBusy = null;
  }
}

/** Whether something that is to stand in `root` is being loaded. */
export const isLoading = (root: HTMLElement): boolean => root.querySelector('[aria-busy]') !== null;

/** Resolves when somebody wants to try again. */
function askedAgain(place: HTMLElement, thrown: unknown): Promise<void> {
  return new Promise((resolve) => {
    const again = h('button', { class: 'button', type: 'button' }, 'Try again');
    const words = h('div', { class: 'unloaded', role: 'alert' }, h('p', {}, unloadedInWords(thrown)), again);
    again.addEventListener('click', () => {
      words.remove();
      resolve();
    });
    place.append(words);
  });
}
