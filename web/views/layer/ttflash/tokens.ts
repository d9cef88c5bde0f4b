/** The token of each group: a disc on the plane that has it, which hops along an arc when it is passed on. */

import type { Play } from '../../../app/loop';
import type { Point } from '../../../render/geometry';
import { h } from '../../../ui/dom';
import { timeline } from '../../stage-kit/timeline';
import type { BoardLayout } from './board-layout';
import { tokenAt, tokenRadius } from './board-layout';

const HOP_MS = 260;
/** How high the arc goes, of its length. */
const RISE = 0.16;
const EASE = 'cubic-bezier(.2,.9,.3,1)';
/** Discs smaller than this have no room for their letter. */
const LETTER_MIN_PX = 5.5;

export interface Tokens {
  readonly element: HTMLElement;
  show(tokens: readonly (number | null)[], layout: BoardLayout, hops: boolean): void;
  settled(): boolean;
}

export function tokenDiscs(play: Play): Tokens {
  const element = h('div', { class: 'ttflash-tokens', 'aria-hidden': 'true' });
  const discs: HTMLElement[] = [];
  /** The channel where each was seen last, also if nobody has it now: it comes from there. */
  const seen: (number | null)[] = [];
  const motion = timeline(play);

  function hop(disc: HTMLElement, from: Point, to: Point): void {
    const rise = Math.hypot(to.x - from.x, to.y - from.y) * RISE;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + rise };
    disc.animate(
      [from, middle, to].map((point) => ({ transform: placed(point) })),
      {
        duration: HOP_MS,
        easing: EASE,
      },
    );
    motion.begin(HOP_MS);
  }

  return {
    element,
    show(tokens, layout, hops) {
      while (discs.length < tokens.length) {
        const disc = h('span', { class: 'ttflash-token' }, h('b', {}, 'T'));
        discs.push(disc);
        element.append(disc);
      }
      const radius = tokenRadius(layout);
      element.style.setProperty('--token', `${(2 * radius).toFixed(1)}px`);
      element.classList.toggle('is-small', radius < LETTER_MIN_PX);
      for (const [group, disc] of discs.entries()) {
        const channel = tokens[group] ?? null;
        disc.hidden = channel === null;
        if (channel === null) continue;
        const to = tokenAt(layout, group * layout.channels + channel);
        const was = seen[group] ?? null;
        seen[group] = channel;
        disc.style.transform = placed(to);
        if (hops && was !== null && was !== channel) hop(disc, tokenAt(layout, group * layout.channels + was), to);
      }
    },
    settled: motion.over,
  };
}

const placed = ({ x, y }: Point): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
