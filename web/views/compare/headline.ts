/** The headline over lanes that stand side by side, and why the slowest took so long. A listener hears it as any headline. */

import { hasFailures } from '../../app/faults';
import { extentOf } from '../../app/lanes/extent';
import { allOnFullerDevices } from '../../app/lanes/full-device';
import { areLevel } from '../../app/lanes/level';
import { lanesOf } from '../../app/lanes/side-by-side';
import { FLASH_MAX } from '../../app/speed';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h, setText } from '../../ui/dom';
import { folded, linksOf } from '../headline/causes';
import { piecesOf, plain } from '../headline/marked';
import { triggerLink } from '../headline/trigger-link';
import './headline.css';
import { type HeadlineText, headlineText, type Moment } from './headline-text';
import { letterOf } from './lane-appearance';
import type { LaneName } from './lane-names';
import { bestsInWords, type Standing } from './standing';
import { splitsOf, whySlower } from './time-split';

const SPOKEN_PERIOD_MS = 2000;

export interface CompareHeadline {
  readonly nodes: readonly HTMLElement[];
  /** `standing` is asked only where something is to be said. */
  show(state: AppState, names: readonly LaneName[], standing: () => readonly Standing[]): void;
}

export function createCompareHeadline(run: RunCommand): CompareHeadline {
  const news = h('h1', { class: 'news' });
  const why = h('ol', { class: 'why', 'aria-label': 'Why the slowest took so long, oldest first' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  let said = '';
  let spoken_at_ms = Number.NEGATIVE_INFINITY;

  const fuller = h(
    'li',
    {},
    h(
      'button',
      {
        class: 'button',
        type: 'button',
        title: 'The same requests on a device without a free page to spare, where each design has to make room',
        onclick: () => run('compare.full-device'),
      },
      'Compare them on a full device',
    ),
  );

  function say({ text, causes, notes, offers_full_device }: HeadlineText, playing: boolean): void {
    const key = `${text}|${causes.map(({ op, label, trigger, lane }) => `${lane} ${op} ${label} ${trigger}`).join('|')}|${notes.join()}|${offers_full_device}`;
    if (key !== said) {
      said = key;
      news.replaceChildren(
        ...piecesOf(text).map((piece) =>
          piece.marked ? h('mark', {}, piece.text) : document.createTextNode(piece.text),
        ),
      );
      why.replaceChildren(
        ...(causes.length > 0 ? links(causes) : notes.map((note) => h('li', { class: 'why-note' }, note))),
        ...(offers_full_device ? [fuller] : []),
      );
    }
    const now_ms = performance.now();
    if (playing && now_ms - spoken_at_ms < SPOKEN_PERIOD_MS) return;
    spoken_at_ms = now_ms;
    setText(spoken, plain(text));
  }

  function links(causes: HeadlineText['causes']): HTMLElement[] {
    const lane = causes[0]?.lane;
    if (lane === undefined) return [];
    return folded(linksOf(causes)).map((cause, index, all) => {
      if ('more' in cause) return h('li', {}, `+ ${cause.more}`);
      if ('because' in cause) return triggerLink(cause.because);
      const words = index === 0 ? `${letterOf(lane)}: ${cause.label}` : cause.label;
      if (index === all.length - 1) return h('li', { 'aria-current': 'step' }, words);
      const openLane = (): void => {
        run('compare.focus', { lane });
        run('transport.seek', { op: cause.op + 1 });
      };
      return h(
        'li',
        {},
        h(
          'button',
          { class: 'plain cause', type: 'button', title: `Open lane ${letterOf(lane)} there`, onclick: openLane },
          words,
        ),
      );
    });
  }

  return {
    nodes: [news, why, spoken],
    show(state, names, standing) {
      const is_fast = state.playing && state.speed > FLASH_MAX;
      const news = headlineText(momentOf(state, names, standing(), is_fast));
      if (news) say(news, state.playing);
    },
  };
}

/** What the state holds of what the headline tells. */
export function momentOf(
  state: AppState,
  names: readonly LaneName[],
  standing: readonly Standing[],
  is_fast: boolean,
): Moment {
  const by_time = state.meet_by === 'time';
  const requests = lanesOf(state).map(({ frame }) => (by_time ? frame?.position : frame?.charts?.so_far)?.request ?? 0);
  // The farthest, since one that has ended early stays behind.
  const request = Math.max(...requests);
  const divergence = state.full_runs.divergences?.findIndex((each) => each.request + 1 === request) ?? -1;
  return {
    lanes: lanesOf(state).map(({ document, frame }, lane) => ({
      name: names[lane]?.name ?? '',
      request: requests[lane] ?? 0,
      response_ns: frame?.charts?.so_far.last_response_ns ?? null,
      mean_ns: frame?.charts?.so_far.mean_response_ns ?? null,
      erases: frame?.charts?.so_far.erases ?? 0,
      free_blocks:
        frame && (frame.free_blocks.low !== null || frame.free_blocks.now > 0) ? frame.free_blocks.now : null,
      tallies: frame?.charts?.so_far.tallies ?? [],
      stopped_by: state.playing ? null : (frame?.stopped_by ?? null),
      ended: frame?.position.ended ?? null,
      bad_blocks: frame?.bad_blocks ?? 0,
      replaced_blocks: frame?.replaced_blocks ?? 0,
      has_failures: hasFailures({ document }),
      power_outcome: frame?.power.outcome ?? null,
    })),
    request,
    requests: extentOf(state)?.requests ?? 0,
    is_level: areLevel(state),
    divergence: divergence < 0 ? null : divergence + 1,
    is_fast,
    time_ns: by_time ? (state.frame?.position.simulated_ns ?? 0) : null,
    bests: bestsInWords(standing),
    can_be_fuller: allOnFullerDevices(state) !== null,
    why: whySlower(splitsOf(state, 'so-far', 'all')),
  };
}
