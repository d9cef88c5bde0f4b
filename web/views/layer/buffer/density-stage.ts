/** l-buffer's stage: how it chooses the group that leaves, whether that is logged or made whole, and how it tunes itself. */

import type { ViewContext } from '../../../app/view';
import { count } from '../../../render/format';
import { clamp } from '../../../render/geometry';
import { h } from '../../../ui/dom';
import { easeTravel } from '../../stage/cells/motion-plan';
import { past } from './alpha-history';
import { fork } from './fork';
import { groupCard } from './group-words';
import { type DensityPicture, type Lens, lensOf } from './model';
import { probe } from './probe';
import { race } from './race';
import { ranking } from './ranking';
import { scatter } from './scatter';
import { alphaSlider } from './slider';

const TURN_MS = 420;
/** From a dot to its card. */
const CARD_ASIDE_PX = 14;
const CARD_LINES = 3;

export interface DensityStage {
  readonly element: HTMLElement;
  /** `travel_ms`: how long what moves may take; 0 for no motion. */
  show(picture: DensityPicture, travel_ms: number): void;
  settled(): boolean;
  /** Another experiment was opened: nothing is tried or picked in it yet. */
  forget(): void;
}

export function densityStage({ run, motion }: ViewContext): DensityStage {
  const tip = h('div', { class: 'tooltip density-card', role: 'tooltip', hidden: '' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const plane = scatter(redraw);
  const slider = alphaSlider(ask);
  const asked = probe({ run: (alpha) => run('experiment.fix-alpha', { alpha }), back: () => ask(null) });
  const rows = ranking((lbn) => pick(lbn, false), redraw);
  const ways = fork(redraw);
  const rehearsals = race(redraw);
  const sessions = past(redraw);
  plane.surface.append(tip, spoken);
  plane.body.append(slider.element, asked.element);
  const element = h(
    'div',
    { class: 'density-stage' },
    plane.element,
    rows.element,
    ways.element,
    rehearsals.element,
    sessions.element,
  );

  let shown: DensityPicture | null = null;
  /** The α that is tried in the page alone. */
  let tried: number | null = null;
  let selected: number | null = null;
  /** The α of the line on its way to where it belongs. */
  let turning: { from: number; to: number; start_ms: number; frame: number } | null = null;
  let drawn_alpha: number | null = null;

  const lensNow = (picture: DensityPicture): Lens => lensOf(picture.buffer, picture.density.alpha, tried);

  function redraw(): void {
    if (shown) draw(shown, 0);
  }

  function ask(alpha: number | null): void {
    if (!shown) return;
    tried = alpha === shown.density.alpha ? null : alpha;
    stop();
    draw(shown, motion() ? TURN_MS / 2 : 0);
  }

  function pick(lbn: number | null, speak: boolean): void {
    if (!shown || (lbn === selected && !speak)) return;
    selected = lbn;
    draw(shown, 0);
    const here = lbn === null ? null : plane.placed(lbn);
    tip.hidden = here === null || !plane.surface.matches(':hover, :focus');
    if (!here) return;
    const { title, lines } = groupCard(shown, lensNow(shown), here);
    // The rest stands in the group's row and below it.
    tip.replaceChildren(h('b', {}, title), ...lines.slice(0, CARD_LINES).map((line) => h('div', {}, line)));
    placeBeside(tip, here, plane.surface);
    if (speak) spoken.textContent = [title, ...lines].join(', ');
  }

  plane.surface.addEventListener('pointermove', ({ clientX, clientY, pointerType }) => {
    if (pointerType === 'touch') return;
    const { left, top } = plane.surface.getBoundingClientRect();
    pick(plane.at(clientX - left, clientY - top)?.lbn ?? null, false);
  });
  plane.surface.addEventListener('click', ({ clientX, clientY }) => {
    const { left, top } = plane.surface.getBoundingClientRect();
    pick(plane.at(clientX - left, clientY - top)?.lbn ?? null, false);
  });
  plane.surface.addEventListener('pointerleave', () => pick(null, false));
  plane.surface.addEventListener('blur', () => pick(null, false));
  plane.surface.addEventListener('keydown', (event) => {
    if (!shown || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const order = lensNow(shown).order;
    const at = order.findIndex(({ lbn }) => lbn === selected);
    const next = rankAfter(event.key, at, order.length);
    if (next !== null) pick(order[next]?.lbn ?? null, true);
    else if (event.key === 'Escape' && selected !== null) pick(null, false);
    else return;
    event.preventDefault();
    // Elsewhere on the page these keys step through time.
    event.stopPropagation();
  });

  function stop(): void {
    if (turning) cancelAnimationFrame(turning.frame);
    turning = null;
  }

  function draw(picture: DensityPicture, travel_ms: number): void {
    const lens = lensNow(picture);
    drawn_alpha = turning ? drawn_alpha : lens.alpha;
    drawLine(picture, lens, drawn_alpha ?? lens.alpha);
    asked.show(picture, lens);
    rows.show(picture, lens, selected, travel_ms);
    ways.show(picture, lens);
    rehearsals.show(picture);
    sessions.show(picture);
  }

  function drawLine(picture: DensityPicture, lens: Lens, alpha: number): void {
    plane.show(picture, lens, alpha, selected);
    slider.show(picture.density.grid, lens.asks ? lens.running : alpha, alpha, toldOf(lens));
  }

  /** The line turns from the α that was in force to the one that is now. */
  function turn(from: number, to: number): void {
    stop();
    const start_ms = performance.now();
    const step = (): void => {
      if (!turning || !shown) return;
      const share = Math.min(1, (performance.now() - turning.start_ms) / TURN_MS);
      drawn_alpha = share >= 1 ? turning.to : turning.from + (turning.to - turning.from) * easeTravel(share);
      drawLine(shown, lensNow(shown), drawn_alpha);
      if (share >= 1) turning = null;
      else turning.frame = requestAnimationFrame(step);
    };
    turning = { from, to, start_ms, frame: requestAnimationFrame(step) };
  }

  return {
    element,
    show(picture, travel_ms) {
      const before = shown;
      const { alpha } = picture.density;
      if (selected !== null && !picture.buffer.all.lbn.includes(selected)) selected = null;
      shown = picture;
      if (tried === alpha) tried = null;
      const moved = before !== null && before.density.alpha !== alpha && tried === null;
      if (moved && travel_ms > 0) turn(drawn_alpha ?? before.density.alpha, alpha);
      else if (moved) stop();
      draw(picture, travel_ms);
    },
    settled: () => turning === null,
    forget() {
      stop();
      [shown, tried, selected] = [null, null, null];
    },
  };
}

/** A card in the half of the plot that its group is not in. */
function placeBeside(card: HTMLElement, { x, y }: { x: number; y: number }, plot: HTMLElement): void {
  const left = x > plot.clientWidth / 2 ? x - CARD_ASIDE_PX - card.offsetWidth : x + CARD_ASIDE_PX;
  const top = clamp(y - card.offsetHeight / 2, 0, Math.max(0, plot.clientHeight - card.offsetHeight));
  card.style.transform = `translate(${Math.round(clamp(left, 0, plot.clientWidth))}px, ${Math.round(top)}px)`;
}

/** What would follow, for those who hear the slider. */
function toldOf({ order, asks }: Lens): string {
  const [victim] = order;
  if (!victim) return 'nothing in RAM';
  return `B${victim.lbn} ${asks ? 'would leave' : 'leaves'} first: ${count(victim.size)} sectors, ${count(victim.age)} writes old`;
}

/** Where a key leads among groups in order of leaving; null for keys that lead nowhere. */
export function rankAfter(key: string, at: number, length: number): number | null {
  if (length === 0) return null;
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(length - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}
