/** Time: back, play, forward; what a step is; how fast; where. */

import { canCutPower, canFail, isFailing, isPowerCut } from '../../app/faults';
import { extentOf } from '../../app/lanes/extent';
import { isComparing, LANE_LETTERS, laneInFocus, lanesOf } from '../../app/lanes/side-by-side';
import { canHappen, unitOf, unitsOffered } from '../../app/moments';
import { LAST_NOTCH, notchOf, speedAt, speedInWords, speedShort } from '../../app/speed';
import type { AppState } from '../../app/state';
import { UNITS, unitName } from '../../app/step-units';
import type { View, ViewContext } from '../../app/view';
import { count, countShort, plural, time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { type Icon, icon, setIcon } from '../../ui/icons';
import { openBreakpoints } from './breakpoints';
import { createTimeline } from './timeline';
import './timeline.css';
import './transport.css';

const POWER_OFF = 'Cut power here: what is being programmed is torn, RAM is gone, and the device recovers';
const POWER_NEEDS_A_RUN = 'Power can be cut while a run goes on, on a device that finds its data again';
const POWER_BACK = 'Take the power cut back, and stand where it came';

const ERASE =
  'Let the first erase from the next request on fail: its block goes bad, and the device has one block less';
const PROGRAM =
  'Let the first program from the next request on fail: its block is bad, and a block in reserve takes its place';
const FAILING_NEEDS_A_RUN = 'An erase or a program can fail while a run goes on';
const MEND = 'Take the failures back: no block goes bad by them';

export interface Transport extends View {
  /** Bins of the timeline as laid out. */
  timelineWidth(): number;
}

export function createTransport(context: ViewContext): Transport {
  const { run, state } = context;
  const timeline = createTimeline(context);
  const button = (id: string, picture: Icon, label: string, name: string, act = () => id): HTMLButtonElement =>
    h(
      'button',
      { class: `button ${name}`, type: 'button', 'aria-label': label, title: label, onclick: () => run(act()) },
      icon(picture),
    );
  const back = button('transport.back', 'back', 'Step back', 'back');
  // Space goes on where play holds; the button says "Pause", and pauses.
  const play = button('transport.play', 'play', 'Play', 'play primary', () =>
    state().playing ? 'transport.pause' : 'transport.play',
  );
  /** Fills while play holds. */
  const hold = h('i', { class: 'hold', 'aria-hidden': 'true' });
  play.append(hold);
  const forward = button('transport.forward', 'forward', 'Step forward', 'forward');
  const end = button('transport.end', 'end', 'Run to the end', 'end');

  const unit = h(
    'select',
    { 'aria-label': 'A step is one', onchange: () => run('transport.unit', { unit: unit.value }) },
    ...UNITS.map((value) => h('option', { value }, unitName(value))),
  );
  const speed = h('input', { type: 'range', min: 0, max: LAST_NOTCH, step: 1, 'aria-label': 'Speed' });
  speed.addEventListener('input', () => run('transport.speed', { speed: speedAt(speed.valueAsNumber) }));
  const speed_word = h('b', { 'aria-hidden': 'true' });
  const stops = h(
    'button',
    {
      class: 'button stops',
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      onclick: () => openBreakpoints(stops, state().breakpoints, run, (kind) => canHappen(kind, state())),
    },
    icon('stop'),
    h('span', {}),
  );
  const power = h(
    'button',
    { class: 'button power', type: 'button', 'aria-label': 'Cut power', onclick: () => run('fault.cut-power') },
    icon('power'),
  );
  const erase = button('fault.fail-erase', 'bad', 'Let an erase fail', 'erase');
  const program = button('fault.fail-program', 'bad-page', 'Let a program fail', 'program');
  const mend = h(
    'button',
    { class: 'button mend', type: 'button', title: MEND, onclick: () => run('fault.mend') },
    'Mend',
  );
  const place = h('b');
  const detail = h('span');
  const element = h(
    'section',
    { class: 'transport', 'aria-label': 'Time' },
    h(
      'div',
      { class: 'keys' },
      back,
      play,
      forward,
      end,
      h('label', { class: 'unit' }, 'by ', unit),
      h('label', { class: 'speed' }, h('span', {}, 'speed'), speed, speed_word),
      stops,
      power,
      erase,
      program,
      mend,
    ),
    timeline.element,
    h('div', { class: 'clock' }, place, detail),
  );

  function drawButtons(now: AppState): void {
    const ended = extentOf(now)?.is_over ?? false;
    const at_start = !now.frame || now.frame.position.op === 0;
    back.disabled = !now.opened || at_start;
    forward.disabled = !now.opened || ended;
    end.disabled = forward.disabled;
    play.disabled = !now.opened || (ended && !now.playing);
    setIcon(play, now.playing ? 'pause' : 'play');
    setAttribute(play, 'aria-label', now.playing ? 'Pause' : 'Play');
    setAttribute(
      play,
      'title',
      now.hold ? 'Pause (holding for reading; Space continues)' : now.playing ? 'Pause' : 'Play',
    );
    setAttribute(play, 'data-holding', now.hold !== null);
    if (now.hold) hold.style.setProperty('--hold', `${now.hold.ms}ms`);
    const offered = unitsOffered(now);
    for (const option of unit.options) {
      const known = offered.some((value) => value === option.value);
      option.hidden = !known;
      option.disabled = !known;
    }
    if (unit.value !== unitOf(now)) unit.value = unitOf(now);
    const notch = String(notchOf(now.speed));
    if (speed.value !== notch) speed.value = notch;
    setAttribute(speed, 'aria-valuetext', speedInWords(now.speed));
    setText(speed_word, speedShort(now.speed));
    const is_cut = isPowerCut(now);
    power.disabled = !is_cut && !canCutPower(now);
    setAttribute(power, 'aria-pressed', String(is_cut));
    setAttribute(power, 'title', is_cut ? POWER_BACK : power.disabled ? POWER_NEEDS_A_RUN : POWER_OFF);
    const can_fail = canFail(now);
    erase.disabled = !can_fail;
    setAttribute(erase, 'title', can_fail ? ERASE : FAILING_NEEDS_A_RUN);
    program.disabled = !can_fail;
    setAttribute(program, 'title', can_fail ? PROGRAM : FAILING_NEEDS_A_RUN);
    setAttribute(mend, 'hidden', !isFailing(now));
    const label = now.breakpoints.length ? `Stop when: ${plural(now.breakpoints.length, 'condition')}` : 'Stop when …';
    setAttribute(stops, 'aria-label', label);
    setAttribute(stops, 'title', label);
    setText(stops.lastElementChild as Element, now.breakpoints.length ? count(now.breakpoints.length) : '');
  }

  function drawClock(now: AppState): void {
    const { frame } = now;
    const extent = extentOf(now);
    if (!frame || !extent) {
      setText(place, '');
      setText(detail, '');
      return;
    }
    const { op, simulated_ns } = frame.position;
    const { request, requests } = extent;
    setText(
      place,
      `request ${requests > 1e6 ? countShort(request) : count(request)} of ${requests > 1e6 ? countShort(requests) : count(requests)}`,
    );
    const rate =
      frame.pace.page_ops_per_s > 1e5 && state().playing
        ? `${countShort(frame.pace.page_ops_per_s)} operations/s`
        : `operation ${count(op)}`;
    setText(detail, oneClock(now) ?? `t = ${time(simulated_ns)} · ${rate}`);
  }

  return {
    element,
    timelineWidth: timeline.width,
    render(now, previous) {
      drawButtons(now);
      const same_clock =
        previous?.frame === now.frame && previous.beside === now.beside && previous.focus === now.focus;
      if (!same_clock || previous.meet_by !== now.meet_by) drawClock(now);
      timeline.render(now, previous);
    },
  };
}

/** What holds lanes that stand side by side together; null where one is looked at alone. */
export function oneClock(now: AppState): string | null {
  if (!isComparing(now) || laneInFocus(now) !== null) return null;
  if (now.meet_by === 'request') return 'one clock: lanes stop at the same request';
  const places = lanesOf(now).map(
    ({ frame }, lane) => `${LANE_LETTERS[lane]} ${countShort(frame?.position.request ?? 0)}`,
  );
  return `t = ${time(now.frame?.position.simulated_ns ?? 0, 3)}: requests ${places.join(', ')}`;
}
