/** Presenting: the whole screen, a way out while the mouse moves, the pointer, and the link to notes that the browser did not open. */

import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { fitText } from './fit-text';
import { createPointer } from './pointer';
import { createWayOut } from './way-out';
import './lecture.css';
import './stages.css';
import './slide.css';
import './phone.css';

export function createLecture(context: ViewContext): View {
  const { run } = context;
  const pointer = createPointer();
  const way_out = createWayOut(run);
  const link = h('a', { target: '_blank' }, 'Open the notes window');
  const blocked = h(
    'p',
    { class: 'lecture-blocked', role: 'status' },
    'The browser has blocked the notes window. ',
    link,
  );
  const element = h('div', {}, way_out.element, blocked, pointer.element);
  let presented = false;
  /** What was known of the notes window when the screen was last filled, or left for it. */
  let notes: AppState['lecture']['notes'] = 'none';

  document.addEventListener('fullscreenchange', () => {
    const now = context.state();
    const for_notes = now.lecture.notes !== notes;
    notes = now.lecture.notes;
    // The browser's own Escape leaves presenting too. A second window takes the screen away as well: that is no wish to stop.
    if (document.fullscreenElement === null && now.presenting && !for_notes) run('view.present');
  });
  document.addEventListener('pointerdown', () => {
    if (context.state().presenting) fillScreen();
  });

  function begin(): void {
    fillScreen();
    // What is drawn by the sizes of type was drawn before these styles were there.
    queueMicrotask(() => element.dispatchEvent(new Event('request-changed', { bubbles: true })));
  }

  function giveRoom({ presenting }: AppState): void {
    const app = document.querySelector<HTMLElement>('.app');
    const reader = app?.querySelector<HTMLElement>('.reader');
    if (app && presenting && reader) fitText(app, reader);
    else app?.removeAttribute('data-text');
  }
  window.addEventListener('resize', () => giveRoom(context.state()));

  return {
    element,
    render(now: AppState, previous) {
      const { presenting, lecture, lesson, playing, frame } = now;
      if (presenting !== presented) {
        presented = presenting;
        if (presenting) begin();
        else leaveScreen();
      }
      // What is read off the simulator may take another line.
      const reads = !playing && frame !== previous?.frame;
      if (presenting !== previous?.presenting || lesson !== previous?.lesson || reads) giveRoom(now);
      setAttribute(link, 'href', lecture.notes_link);
      blocked.hidden = !presenting || lecture.notes !== 'blocked';
      pointer.show(presenting && lecture.pointer);
      way_out.show(presenting);
    },
  };
}

/** A browser may refuse, and then the window is as large as it is. */
function fillScreen(): void {
  const root = document.documentElement;
  if (document.fullscreenElement || !navigator.userActivation?.isActive || !root.requestFullscreen) return;
  root.requestFullscreen().catch(() => {});
}

function leaveScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}
