/** The last line: whether the device keeps its own rules, what the page costs, the keys most used. A broken rule takes the line over. */

import { valueAt } from '../../app/experiment';
import { type FullRunsState, sameRequests } from '../../app/lanes/full-runs-state';
import { isComparing, laneCount } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Frame } from '../../engine/protocol';
import { bytes, count, plural, significant } from '../../render/format';
import { h, setText } from '../../ui/dom';
import './status.css';

const KEYS: readonly [string, string][] = [
  ['Space', 'play'],
  ['← →', 'step'],
  ['W', 'why'],
  ['C', 'colour by'],
  ['?', 'all keys'],
];

export function createStatus({ run }: ViewContext): View {
  const rules = h('span', { class: 'rules' });
  const same = h('span', { class: 'rules' });
  const seed = h('span');
  const meter = h('span');
  const memory = h('span');
  const notice = h('span', { class: 'notice', role: 'status' });
  const keys = h(
    'span',
    { class: 'keys-line' },
    ...KEYS.map(([key, does]) => h('span', {}, h('kbd', {}, key), ` ${does} `)).reverse(),
  );
  const element = h(
    'footer',
    { class: 'status' },
    same,
    rules,
    seed,
    memory,
    meter,
    notice,
    h('span', { class: 'gap' }),
    keys,
  );

  function drawRules(frame: Frame | null): void {
    const broken = frame?.invariants.broken ?? null;
    element.classList.toggle('broken', broken !== null);
    if (!broken) {
      setText(rules, frame ? rulesInWords(frame) : '');
      return;
    }
    rules.replaceChildren(
      h('b', {}, `Rule broken: ${broken.rule}. `),
      `${broken.text} `,
      h(
        'button',
        { class: 'button', type: 'button', onclick: () => run('transport.seek', { op: broken.op }) },
        'Go there',
      ),
      ' ',
      h('button', { class: 'button', type: 'button', onclick: () => run('share.report') }, 'Save the report'),
    );
  }

  return {
    element,
    render(now, previous) {
      if (!previous || previous.frame !== now.frame) {
        drawRules(now.frame);
        setText(memory, now.frame ? checkpointsInWords(now.frame) : '');
      }
      setText(seed, now.opened ? `seed ${String(valueAt(now.opened.document, 'run.seed') ?? 1)}` : '');
      setText(same, isComparing(now) ? requestsInWords(now.full_runs, laneCount(now)) : '');
      setText(meter, meterInWords(now));
      setText(notice, now.notice ?? '');
    },
  };
}

function rulesInWords({ invariants, position }: Frame): string {
  // The device stopped before it: what there is holds, but not what was to come.
  if (position.ended?.kind === 'rule') return '✕ a rule of flash is broken';
  return invariants.checked > 0 ? `✓ rules hold, checked ${plural(invariants.checked, 'time')}` : '';
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four'];

/** "✓ four lanes, identical requests (hash 3a89 e545)". Empty until all lanes have been run whole. */
export function requestsInWords(full_runs: FullRunsState, lanes: number): string {
  const same = sameRequests(full_runs);
  if (same === null) return '';
  const number = NUMBERS[lanes] ?? count(lanes);
  if (!same) return `✕ ${number} lanes were not given the same requests`;
  const hash = (full_runs.runs[0]?.fingerprint ?? '').slice(0, 8);
  return `✓ ${number} lanes, identical requests (hash ${hash.slice(0, 4)} ${hash.slice(4)})`;
}

function checkpointsInWords({ checkpoints: { count, bytes: size }, pace: { seek_ms } }: Frame): string {
  if (count === 0) return '';
  const seek = seek_ms > 0 ? `; last seek ${significant(seek_ms, 2)} ms` : '';
  return `${plural(count, 'checkpoint')}, ${bytes(size)}${seek}`;
}

function meterInWords({ frame_meter, playing }: AppState): string {
  if (!frame_meter || !playing) return '';
  return `${count(Math.round(frame_meter.frames_per_s))} fps, ${significant(frame_meter.work_ms, 2)} ms per frame`;
}
