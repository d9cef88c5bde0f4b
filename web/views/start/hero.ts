/** The toy on the start page: it writes by itself until someone clicks a page; from then on it is theirs. */

import type { Toy } from '../../app/toy';
import type { StageContext } from '../../app/view';
import type { Frame, StageCells } from '../../engine/protocol';
import { appearancesOf } from '../../render/identity';
import { h, setText } from '../../ui/dom';
import type { CellsPicture } from '../stage/cells/picture';
import { type CellsView, cellsView } from '../stage/cells/view';
import { DEMONSTRATION, letterOf, storyOf } from './story';

export interface Hero {
  readonly element: HTMLElement;
  /** Whether the start page is in sight: hidden, the toy rests. Draws anew, since the theme may be another. */
  show(visible: boolean): void;
}

const INVITATION = 'Click a page to write it.';
const PAUSE_MS = 900;
const MOTION_CHECK_MS = 40;

export function createHero(toy: Toy, { motion, play }: Pick<StageContext, 'motion' | 'play'>): Hero {
  const story = h('p', { class: 'hero-story' }, INVITATION);
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const pause = h(
    'button',
    { class: 'link hero-pause', type: 'button', hidden: true, onclick: () => stopDemonstration() },
    'Pause',
  );
  const again = h(
    'button',
    { class: 'link hero-pause', type: 'button', hidden: true, onclick: () => tryAgain() },
    'Try again',
  );
  const cells: CellsView = cellsView({
    label: letterOf,
    row: 'names',
    titles: {
      row: () => ({ name: 'Your pages', note: 'click one to write it' }),
      blocks: () => ({ name: 'The flash', note: 'a page is written once; only whole blocks can be erased' }),
    },
    motion,
    play,
    pick: (lpn) => void pick(lpn),
  });
  const element = h(
    'figure',
    { class: 'hero', 'aria-label': 'A small SSD that you can write to' },
    cells.element,
    h('figcaption', {}, story, pause, again, spoken),
  );

  const picked: number[] = [];
  let working = false;
  let visible = false;
  let begun = false;
  let demonstrating = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let picture: CellsPicture | null = null;

  async function pick(lpn: number): Promise<void> {
    stopDemonstration();
    picked.push(lpn);
    await work();
  }

  /** Writes what was picked, one after another. */
  async function work(): Promise<void> {
    if (working) return;
    working = true;
    try {
      for (let lpn = picked.shift(); lpn !== undefined; lpn = picked.shift()) await write(lpn);
    } catch (thrown) {
      giveUp(thrown);
    } finally {
      working = false;
    }
  }

  /** Says why the toy cannot go on; the page around it can. */
  function giveUp(thrown: unknown): void {
    stopDemonstration();
    setText(story, thrown instanceof Error ? thrown.message : String(thrown));
    again.hidden = false;
  }

  function tryAgain(): void {
    again.hidden = true;
    setText(story, INVITATION);
    begin().catch(giveUp);
  }

  async function write(lpn: number): Promise<void> {
    let told = '';
    for await (const frame of toy.write(lpn)) {
      told = draw(frame) ?? told;
      await settled();
    }
    if (!demonstrating) setText(spoken, told);
  }

  function draw(frame: Frame): string | null {
    if (frame.stage?.kind !== 'cells') return null;
    picture = pictureOf(frame.stage, frame);
    cells.show(picture);
    const told = frame.operations
      .map((operation) => storyOf(operation, pagesPerBlock(frame.stage as StageCells)))
      .findLast((line) => line !== null);
    if (told) setText(story, told);
    return told ?? null;
  }

  async function settled(): Promise<void> {
    while (!cells.settled() && visible) await delay(MOTION_CHECK_MS);
  }

  async function demonstrate(index: number): Promise<void> {
    const lpn = DEMONSTRATION[index % DEMONSTRATION.length];
    if (!demonstrating || !visible || lpn === undefined) return;
    picked.push(lpn);
    await work();
    timer = setTimeout(() => void demonstrate(index + 1), PAUSE_MS);
  }

  function stopDemonstration(): void {
    demonstrating = false;
    pause.hidden = true;
    if (timer) clearTimeout(timer);
  }

  async function begin(): Promise<void> {
    draw(await toy.empty());
    if (!motion()) return;
    demonstrating = true;
    pause.hidden = false;
    timer = setTimeout(() => void demonstrate(0), PAUSE_MS);
  }

  return {
    element,
    show(now_visible) {
      visible = now_visible;
      if (!visible) stopDemonstration();
      else if (!begun) {
        begun = true;
        begin().catch(giveUp);
      } else if (picture) cells.show(picture);
    },
  };
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const pagesPerBlock = ({ page_state, block_state }: StageCells): number => page_state.length / block_state.length;

const pictureOf = (stage: StageCells, frame: Frame): CellsPicture => ({
  cells: stage,
  homes: null,
  planes: 1,
  plane_name: () => '',
  operations: frame.operations,
  mode: 'travel',
  speed: 1,
  victim: victimOf(frame),
  among: null,
  colour_by: 'state',
  appearances: appearancesOf(frame.identities),
  isolate: null,
  hovered_page: null,
  pinned_pages: [],
  lit_lpn: null,
});

/** The block being emptied, while it is. */
function victimOf({ operations, bench }: Frame): number | null {
  const collecting = operations.some(({ kind }) => kind === 'gc-start' || kind === 'copy' || kind === 'erase');
  return collecting ? (bench.find(({ role }) => role === 'victim')?.block ?? null) : null;
}
