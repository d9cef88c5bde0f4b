/** The line under the board: the plane that is pointed at or kept, and what can be done to it. */

import type { TtflashView } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText } from '../../../ui/dom';
import { planeName } from './names';
import { planeState } from './plane-words';

/** More lost planes than this an experiment has no fields for. */
const LOSSES_MAX = 2;

export function planeFooter(acts: {
  kill: (plane: number) => void;
  release: () => void;
}): Display<[view: TtflashView, plane: number | null, kept: boolean]> {
  let at = 0;
  const said = h('p', { class: 'ttflash-plane-said' });
  const kill = h('button', { type: 'button', class: 'button', onclick: () => acts.kill(at) }, 'Kill this plane');
  const release = h('button', { type: 'button', class: 'button', onclick: () => acts.release() }, 'Unpin');
  const element = h('div', { class: 'ttflash-plane' }, said, kill, release);
  return {
    element,
    show(view, plane, kept) {
      at = plane ?? 0;
      setText(said, footWords(view, plane));
      setAttribute(said, 'title', said.textContent);
      const can_be_lost = kept && plane !== null && !view.dead.includes(plane) && view.dead.length < LOSSES_MAX;
      kill.hidden = !can_be_lost;
      release.hidden = !kept;
    },
  };
}

/** "G1·C2 does not collect; 9 of 64 blocks free". Without a plane, what has happened so far. */
export function footWords(view: TtflashView, plane: number | null): string {
  const one = plane === null ? undefined : view.planes[plane];
  if (!one || plane === null) {
    const { reads, rebuilt_pages, waits_chosen, waits_forced, collections } = view.counts;
    const waited = waits_chosen + waits_forced;
    return `So far: ${plural(reads, 'read')}, ${count(rebuilt_pages)} reconstructed, ${count(waited)} waited for GC; ${plural(collections, 'collection')}.`;
  }
  const free = one.state === 'dead' ? '' : `; ${count(one.free_blocks)} of ${plural(one.blocks, 'block')} free`;
  const waits = view.rotates ? 'waits for its token' : 'waits to collect';
  const state = one.state === 'waits' ? waits : planeState(view, plane);
  return `${planeName(plane, view.channels)} ${state}${free}.`;
}
