/** The few pictures on buttons. All are ink, and decoration: the button says in words what it does. */

import { svg } from './dom';

const PATHS = {
  back: 'M11 3v10L4 8z M3 3h1.6v10H3z',
  play: 'M4 2.5v11L13 8z',
  pause: 'M4 3h3v10H4z M9 3h3v10H9z',
  forward: 'M5 3v10l7-5z M11.4 3H13v10h-1.6z',
  end: 'M2.5 3v10l5-5z M8 3v10l5-5z M13 3h1.6v10H13z',
  power: 'M7.2 1.5h1.6v6.4H7.2z M4.7 3.4l.9 1.3a4.3 4.3 0 1 0 4.8 0l.9-1.3a5.9 5.9 0 1 1-6.6 0z',
  bad: 'M2 2h12v12H2z M3.4 3.4v9.2h9.2V3.4z M4.6 5.6l1-1L8 7l2.4-2.4 1 1L9 8l2.4 2.4-1 1L8 9l-2.4 2.4-1-1L7 8z',
  'bad-page':
    'M3 1h7l3 3v11H3z M4.4 2.4v11.2h7.2V5.1H8.9V2.4z M5.6 8.1l.9-.9L8 8.7l1.5-1.5.9.9L8.9 9.6l1.5 1.5-.9.9L8 10.5l-1.5 1.5-.9-.9 1.5-1.5z',
  stop: 'M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z',
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  const path = svg('path', { d: PATHS[name] });
  return svg('svg', { width: 16, height: 16, viewBox: '0 0 16 16', fill: 'currentColor', 'aria-hidden': 'true' }, path);
}

/** Changes the picture of a button already made. */
export const setIcon = (element: Element, name: Icon): void =>
  element.querySelector('svg path')?.setAttribute('d', PATHS[name]);

/** The mark: three blocks, filled to different heights. */
export function brandMark(): SVGSVGElement {
  const frame = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4, y: 1, height: 18 };
  const full = { fill: 'currentColor' };
  return svg(
    'svg',
    { width: 20, height: 20, viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    svg('rect', { ...frame, x: 1, width: 5 }),
    svg('rect', { ...full, x: 1, y: 9, width: 5, height: 10 }),
    svg('rect', { ...full, x: 8, y: 1, width: 5, height: 18 }),
    svg('rect', { ...frame, x: 15, width: 4.3 }),
    svg('rect', { ...full, x: 15, y: 14, width: 4.3, height: 5 }),
  );
}
