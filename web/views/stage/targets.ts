/**
 * Blocks of a small device as answers to a lesson's question: each is a button over its column while one is to be chosen, by pointer or by
 * keys; the one that was chosen keeps its mark while the answer is shown.
 */

import { isAsking, type LessonState, picks } from '../../app/lesson/state';
import type { ViewContext } from '../../app/view';
import { PAGE_STATES, type StageCells } from '../../engine/protocol';
import type { Rect } from '../../render/geometry';
import { h } from '../../ui/dom';
import './targets.css';

export interface Targets {
  /** Shows what the present state asks for. */
  show(): void;
}

interface TargetsContext {
  context: ViewContext;
  /** What the blocks are drawn in. */
  box: HTMLElement;
  cells: () => StageCells | null;
  /** The block whose label says that it is the victim: there is no room for another. */
  victim: () => number | null;
  /** Where a page stands; null where it has no place of its own. */
  rectOf: (page: number) => Rect | null;
}

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function blockTargets({ context, box, cells, victim, rectOf }: TargetsContext): Targets {
  const element = h('div', {
    class: 'block-targets',
    role: 'group',
    'aria-label': 'Choose a block',
    'data-own-keys': true,
    'data-answers': true,
  });
  let drawn = '';

  element.addEventListener('keydown', (event) => {
    const buttons = [...element.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = MOVES[event.key];
    if (by === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[Math.min(Math.max(at + by, 0), buttons.length - 1)]?.focus();
  });

  const target = (block: number, rect: Rect, words: string): HTMLElement =>
    placed(
      h('button', {
        class: 'block-target',
        type: 'button',
        tabindex: block === 0 ? 0 : -1,
        'aria-label': `Block ${block}: ${words}`,
        onclick: () => context.run('lesson.predict', { guess: block }),
      }),
      rect,
    );

  const choice = (block: number, rect: Rect): HTMLElement => {
    const em = Number.parseFloat(getComputedStyle(element).fontSize);
    const words = rect.width < CHOICE_EM * em ? 'you' : 'your choice';
    return placed(h('div', { class: 'block-choice' }, block === victim() ? null : h('span', {}, words)), rect);
  };

  function show(): void {
    const { lesson } = context.state();
    const shown = cells();
    if (!shown) return;
    const asks = lesson !== null && picks(lesson) && isAsking(lesson);
    const chosen = lesson && pickedBlock(lesson);
    const blocks = Array.from(shown.block_state, (_, block) =>
      asks ? { rect: blockRect(block, shown), words: pagesOf(shown, block) } : null,
    );
    const mark = chosen === null ? null : blockRect(chosen, shown);
    const key = JSON.stringify([blocks, mark, victim()]);
    if (key === drawn) return;
    drawn = key;
    element.replaceChildren(
      ...blocks.flatMap((one, block) => (one?.rect ? [target(block, one.rect, one.words)] : [])),
      ...(chosen !== null && mark ? [choice(chosen, mark)] : []),
    );
  }

  /** From its last page to its first. */
  function blockRect(block: number, { page_state, block_state }: StageCells): Rect | null {
    const size = page_state.length / block_state.length;
    const [foot, top] = [rectOf(block * size), rectOf((block + 1) * size - 1)];
    return foot && top ? { ...top, height: foot.y + foot.height - top.y } : null;
  }

  box.append(element);
  new ResizeObserver(show).observe(box);
  return { show };
}

/** The block that was chosen in answer to the step's question. */
const pickedBlock = (state: LessonState): number | null =>
  picks(state) ? (state.predicted[state.step]?.guess ?? null) : null;

/** Blocks that are narrower have a shorter label. */
const CHOICE_EM = 6;
/** The frame of a block is that much beyond its pages. */
const FRAME_PX = 6;

function placed(element: HTMLElement, { x, y, width, height }: Rect): HTMLElement {
  const px = (value: number): string => `${value}px`;
  Object.assign(element.style, {
    left: px(x - FRAME_PX),
    top: px(y - FRAME_PX),
    width: px(width + 2 * FRAME_PX),
    height: px(height + 2 * FRAME_PX),
  });
  return element;
}

/** "2 valid, 1 invalid, 1 free". */
function pagesOf({ page_state, block_state }: StageCells, block: number): string {
  const size = page_state.length / block_state.length;
  const states = [...page_state.slice(block * size, (block + 1) * size)].map((state) => PAGE_STATES[state]);
  return [...new Set(states)].map((state) => `${states.filter((one) => one === state).length} ${state}`).join(', ');
}
