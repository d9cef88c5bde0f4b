/**
 * The news: what is happening and why, in one sentence, and the chain of causes under it.
 *
 * At speeds where nothing can be followed it tells rates instead, twice a second. A listener hears one sentence in two seconds at
 * most while the run plays, each one when stepping.
 */

import { FLASH_MAX } from '../../app/speed';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Headline } from '../../engine/protocol';
import { h, setText } from '../../ui/dom';
import { type Because, folded, linksOf } from './causes';
import './headline.css';
import { piecesOf, plain } from './marked';
import { ratesInWords, type Sample, sampleOf } from './rates';
import { triggerLink } from './trigger-link';

const RATES_PERIOD_MS = 500;
const SPOKEN_PERIOD_MS = 2000;
const BEGINNING = { op: 0, label: 'Press Space to play, → for one step', trigger: null };

type Cause = Headline['causes'][number];

export function createHeadline({ run, state }: ViewContext): View {
  const news = h('h1', { class: 'news' });
  const why = h('ol', { class: 'why', 'aria-label': 'Causes, oldest first' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const element = h('section', { class: 'headline', 'aria-label': 'What is happening' }, news, why, spoken);
  let sample: Sample | null = null;
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
    const seek = (): void => run('transport.seek', { op: cause.op });
    return h(
      'li',
      {},
      h('button', { class: 'cause', type: 'button', title: `Go to operation ${cause.op}`, onclick: seek }, cause.label),
    );
  }

  /** True where rates were told, or will be. */
  function sayRates(now: AppState, frame: NonNullable<AppState['frame']>): boolean {
    if (!now.playing || now.speed <= FLASH_MAX) {
      sample = null;
      return false;
    }
    const next = sampleOf(frame, performance.now());
    if (!sample || next.op < sample.op) sample = next;
    else if (next.at_ms - sample.at_ms >= RATES_PERIOD_MS) {
      say(ratesInWords(sample, next), [], now);
      sample = next;
    }
    return true;
  }

  return {
    element,
    render(now, previous) {
      const { frame } = now;
      if (previous && previous.frame === frame && previous.playing === now.playing) return;
      if (!frame) return say('', [], now);
      if (sayRates(now, frame)) return;
      if (frame.position.op === 0) return say(frame.headline.text, [BEGINNING], now);
      const stopped = frame.stopped_by && !now.playing ? `Stopped: ${frame.stopped_by}. ` : '';
      say(stopped + frame.headline.text, frame.headline.causes, now);
    },
  };
}

const causeKey = (causes: Headline['causes']): string =>
  causes.map(({ op, label, trigger }) => `${op} ${label} ${trigger}`).join('|');
