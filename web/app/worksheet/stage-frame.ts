/**
 * A stage of its own in a frame of the page, in light colours and of one size whatever the window's: what is pictured for paper is the same on
 * every screen. It is spoken to as `app/embed-api` says.
 */

import type { EmbedAnswer } from '../embed-api/embed-api';
import type { EmbedAsk } from '../embed-api/message';

export type StageAnswer = Extract<EmbedAnswer, { ok: true }>;

export interface StageFrame {
  /** Rejects with what was refused, or when the frame is closed. */
  ask(question: EmbedAsk): Promise<StageAnswer>;
  close(): void;
}

/** CSS pixels; a lesson's text takes a third of it, and the stage has the rest. */
const SIZE = { width: 1240, height: 480 };

/** `hash`: what it opens. */
export async function openStageFrame(hash: string): Promise<StageFrame> {
  const url = new URL(location.href);
  url.search = '?embed=1&theme=light&motion=0';
  url.hash = hash;
  const frame = document.createElement('iframe');
  const waiting = new Map<number, { resolve: (answer: StageAnswer) => void; reject: (error: Error) => void }>();
  let asked = 0;

  function receive({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== location.origin) return;
    const answer = data as EmbedAnswer;
    const asker = waiting.get(Number(answer.id));
    waiting.delete(Number(answer.id));
    if (answer.ok) asker?.resolve(answer);
    else asker?.reject(new Error(answer.error?.message));
  }

  // Within the window, since browsers may stop drawing what is outside; behind everything, and of no concern to anybody.
  frame.inert = true;
  frame.title = 'The stage that is being pictured';
  Object.assign(frame.style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '-1', opacity: '0', border: '0' });
  Object.assign(frame, { width: String(SIZE.width), height: String(SIZE.height), src: url.href });
  window.addEventListener('message', receive);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        frame.contentWindow?.postMessage({ flashlab: 1, id, ...question }, location.origin);
      }),
    close() {
      window.removeEventListener('message', receive);
      frame.remove();
      for (const { reject } of waiting.values()) reject(new Error('The stage is closed.'));
    },
  };
}
