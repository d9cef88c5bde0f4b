/** l-buffer's stage: how it chooses the group that leaves, whether that is logged or made whole, and how it tunes itself. */

import type { StageContext } from '../../../app/view';
import { count } from '../../../render/format';
import { clamp, type Point } from '../../../render/geometry';
import { h } from '../../../ui/dom';
import { type Card, cardContent, cardText } from '../../stage-kit/card';
import { easeTravel, progress } from '../../stage-kit/motion-plan';
import { pointing } from '../../stage-kit/pointing';
import { timeline } from '../../stage-kit/timeline';
import { past } from './alpha-history';
import { fork } from './fork';
import { groupCard } from './group-words';
import { type DensityPicture, type Lens, lensOf } from './model';
import { probe } from './probe';
import { race } from './race';
import { ranking } from './ranking';
import { scatter } from './scatter';
import { alphaSlider } from './slider';
import './density.css';

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

export function densityStage({ run, motion, play }: StageContext): DensityStage {
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
  /** Of the line on its way: the α it left, and the one it belongs to. */
  let turn: { from: number; to: number } = { from: 0, to: 0 };
  const turning = timeline(play, drawTurn);
  let drawn_alpha: number | null = null;

  const lensNow = (picture: DensityPicture): Lens => lensOf(picture.buffer, picture.density.alpha, tried);

  function redraw(): void {
    if (shown) draw(shown, 0);
  }

  function ask(alpha: number | null): void {
    if (!shown) return;
    tried = alpha === shown.density.alpha ? null : alpha;
    turning.stop();
    draw(shown, motion() ? TURN_MS / 2 : 0);
  }

  function pick(lbn: number | null, speak: boolean): void {
    if (!shown || (lbn === selected && !speak)) return;
    selected = lbn;
    draw(shown, 0);
    const here = lbn === null ? null : plane.placed(lbn);
    tip.hidden = here === null || !plane.surface.matches(':hover, :focus');
    if (!here) return;
    const card: Card = groupCard(shown, lensNow(shown), here);
    // The rest stands in the group's row and below it.
    tip.replaceChildren(...cardContent({ ...card, lines: card.lines.slice(0, CARD_LINES) }));
    placeBeside(tip, here, plane.surface);
    if (speak) spoken.textContent = cardText(card);
  }

  const pickAt = ({ x, y }: Point): void => pick(plane.at(x, y)?.lbn ?? null, false);
  const pickNone = (): void => pick(null, false);
  pointing(plane.surface, {
    point: pickAt,
    leave: pickNone,
    blur: pickNone,
    key(name) {
      if (!shown) return false;
      const order = lensNow(shown).order;
      const at = order.findIndex(({ lbn }) => lbn === selected);
      const next = rankAfter(name, at, order.length);
      if (next !== null) pick(order[next]?.lbn ?? null, true);
      else if (name === 'Escape' && selected !== null) pickNone();
      else return false;
      return true;
    },
  });

  function draw(picture: DensityPicture, travel_ms: number): void {
    const lens = lensNow(picture);
    if (turning.over()) drawn_alpha = lens.alpha;
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
  function drawTurn(): void {
    if (!shown) return;
    const share = easeTravel(progress({ start_ms: 0, end_ms: TURN_MS }, turning.at_ms()));
    drawn_alpha = turning.over() ? turn.to : turn.from + (turn.to - turn.from) * share;
    drawLine(shown, lensNow(shown), drawn_alpha);
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
      if (moved && travel_ms > 0) {
        turn = { from: drawn_alpha ?? before.density.alpha, to: alpha };
        turning.begin(TURN_MS);
      } else if (moved) turning.stop();
      draw(picture, travel_ms);
    },
    settled: turning.over,
    forget() {
      turning.stop();
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
