/** The last experiments, under what people bring themselves: each a link that opens it, with a button that removes it. */

import { forgetAll, forgetRecent, type Recent, recentOnes } from '../../app/recent/recent';
import { h, setAttribute } from '../../ui/dom';

export interface RecentList {
  element: HTMLElement;
  /** Reads the list anew. */
  show(): void;
}

export function createRecent(now_ms: () => number): RecentList {
  const list = h('ul', { class: 'recent-list' });
  const clear = h('button', { class: 'link', type: 'button', onclick: () => drop(forgetAll) }, 'Clear all');
  const element = h(
    'div',
    { class: 'recent', hidden: true },
    h('h3', { tabindex: -1 }, 'Your last experiments', clear),
    list,
  );

  function drop(forget: () => void): void {
    forget();
    show();
    // The button that was pressed is gone.
    element.querySelector<HTMLElement>('h3')?.focus();
  }

  const entry = ({ hash, title, opened_ms }: Recent): HTMLElement =>
    h(
      'li',
      {},
      h('a', { href: hash }, title),
      h('small', { class: 'note' }, agoInWords(now_ms() - opened_ms)),
      h(
        'button',
        {
          class: 'link',
          type: 'button',
          'aria-label': `Remove ${title}`,
          onclick: () => drop(() => forgetRecent(hash)),
        },
        'Remove',
      ),
    );

  function show(): void {
    const recent = recentOnes();
    setAttribute(element, 'hidden', recent.length === 0);
    list.replaceChildren(...recent.map(entry));
  }

  return { element, show };
}

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** "3 hours ago"; under a minute "just now". */
export function agoInWords(elapsed_ms: number): string {
  const minutes = Math.floor(elapsed_ms / MINUTE_MS);
  const unit = UNITS.find(([, size]) => minutes >= size);
  if (!unit) return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(minutes / unit[1]), unit[0]);
}
