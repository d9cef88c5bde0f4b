/**
 * The news: what is happening and why, in one sentence, and the chain of causes under it.
 *
 * At speeds where no sentence can be read it tells what happened in the last seconds instead; one sentence stands again as soon as play
 * slows down, holds or pauses. A listener hears one sentence in two seconds at most while the run plays, each one when stepping.
 */

import { TRAVEL_MAX } from '../../app/speed';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { CORE_SIZE } from '../../engine/core-size';
import type { Charts, Frame, Headline } from '../../engine/protocol';
import { h, setText } from '../../ui/dom';
import { type Because, folded, linksOf } from './causes';
import './headline.css';
import { piecesOf, plain } from './marked';
import { PERIOD_MS, ratesInWords, type Sample, sampleOf, withSample } from './rates';
import { triggerLink } from './trigger-link';

const SPOKEN_PERIOD_MS = 2000;
/** Before there is a device. */
const OPENING = `The device is being opened. Its simulator is loaded into this tab once: ${CORE_SIZE}.`;
const BEGINNING = { op: 0, label: 'Press Space to play, → for one step', trigger: null };

type Cause = Headline['causes'][number];

export function createHeadline({ run, state }: ViewContext): View {
  const news = h('h1', { class: 'news' });
  const why = h('ol', { class: 'why', 'aria-label': 'Causes, oldest first' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const element = h('section', { class: 'headline', 'aria-label': 'What is happening' }, news, why, spoken);
  let samples: Sample[] = [];
  let told_at_ms = Number.NEGATIVE_INFINITY;
  let speaking: ReturnType<typeof setTimeout> | null = null;
  let drawn: string | null = null;

  /** Says the newest sentence: at once when stepping, at most every two seconds when playing. */
  function speak(now: AppState): void {
    if (speaking && now.playing) return;
    if (speaking) clearTimeout(speaking);
    speaking = null;
    setText(spoken, plain(drawn ?? ''));
    if (!now.playing) return;
    speaking = setTimeout(() => {
      speaking = null;
      speak(state());
    }, SPOKEN_PERIOD_MS);
  }

  function say(text: string, causes: Headline['causes'], now: AppState): void {
    if (text === drawn && why.dataset.key === causeKey(causes)) return;
    drawn = text;
    news.replaceChildren(
      ...piecesOf(text).map((piece) =>
        piece.marked ? h('mark', {}, piece.text) : document.createTextNode(piece.text),
      ),
    );
    why.dataset.key = causeKey(causes);
    why.replaceChildren(...folded(linksOf(causes)).map(drawLink));
    speak(now);
  }

  function drawLink(cause: Cause | Because | { more: number }, index: number, all: readonly unknown[]): HTMLElement {
    if ('more' in cause) return h('li', {}, `+ ${cause.more}`);
    if ('because' in cause) return triggerLink(cause.because);
    if (index === all.length - 1) return h('li', { 'aria-current': 'step' }, cause.label);
    // There it is the last that was carried out, and the news is of it.
    const place = cause.op + 1;
    const seek = (): void => run('transport.seek', { op: place });
    return h(
      'li',
      {},
      h(
        'button',
        { class: 'plain cause', type: 'button', title: `Go to operation ${place}`, onclick: seek },
        cause.label,
      ),
    );
  }

  /** True where rates were told, or will be. */
  function sayRates(now: AppState, frame: Frame, charts_before: Charts | null): boolean {
    if (!now.playing || now.speed <= TRAVEL_MAX) {
      samples = [];
      return false;
    }
    const now_ms = performance.now();
    if (samples.length === 0) told_at_ms = now_ms;
    else if (now_ms - told_at_ms < PERIOD_MS) return true;
    // Charts come less often than frames, and stay until the next: figures of the same instant are wanted.
    const next = frame.charts === charts_before ? null : sampleOf(frame, now_ms);
    if (!next) return true;
    samples = withSample(samples, next);
    const from = samples[0];
    if (!from || from === next || next.op === from.op) return true;
    told_at_ms = now_ms;
    say(ratesInWords(from, next, now.opened?.geometry.pages_per_block ?? 0), [], now);
    return true;
  }

  return {
    element,
    render(now, previous) {
      const { frame } = now;
      if (previous && previous.frame === frame && previous.playing === now.playing && previous.speed === now.speed)
        return;
      if (!frame) return say(OPENING, [], now);
      if (sayRates(now, frame, previous?.frame?.charts ?? null)) return;
      if (frame.position.op === 0) return say(frame.headline.text, [BEGINNING], now);
      const stopped = frame.stopped_by && !now.playing ? `Stopped: ${frame.stopped_by}. ` : '';
      say(stopped + frame.headline.text, frame.headline.causes, now);
    },
  };
}

const causeKey = (causes: Headline['causes']): string =>
  causes.map(({ op, label, trigger }) => `${op} ${label} ${trigger}`).join('|');
