/**
 * Pages that leave one by one, in the line they stand in: the front first, the tail last. A page that is used moves to the front by a
 * connector above the others; what leaves next is marked, and the order of leaving is numbered as the decision lists it.
 */

import type { StandingPage } from '../../../engine/core-types';
import { count } from '../../../render/format';
import { clamp, type Rect } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { pageName } from '../../stage-kit/page-name';
import { bandsOf, connectorToFront, type LinePlaces, linePlaces, type Place } from './line-places';
import { endsOf, isInWindow, type LineView, lastUse, ordinal } from './line-words';
import { type Box, blankScene, type SceneSize, type ShelfScene } from './shelf-scene';

/** Heights, in sizes of text. */
const HEAD = 1.7;
const FOOT = 1.6;
const WINDOW_HEAD = 1.5;
const LABEL = 0.92;
/** Below the tail, under its number. */
const TAIL = 2.4;
/** Places as wide as this have larger letters. */
const MEDIUM = 4.4;
const LARGE = 6;
/** How far the one that leaves steps out of the line, in its own heights. */
const STEPS_OUT = 0.32;

export function lineScene(buffer: LineView, size: SceneSize): ShelfScene {
  const scene = blankScene();
  drawLine(scene, buffer, { x: 0, y: 0, width: size.width, height: size.height }, size.text_px);
  return scene;
}

/** Draws the line into a part of the stage. */
export function drawLine(scene: ShelfScene, buffer: LineView, area: Rect, text_px: number): LinePlaces {
  const { line, pages_per_block, flush } = buffer;
  const ends = endsOf(line);
  const head_px = line.window === null ? 0 : WINDOW_HEAD * text_px;
  const body = {
    ...area,
    y: area.y + HEAD * text_px,
    height: area.height - (HEAD + FOOT) * text_px,
  };
  const { capacity, sectors_per_page } = buffer;
  const room = Math.floor(capacity / sectors_per_page);
  const placed = linePlaces(line, { area: body, text_px, head_px, room });
  const { places, gap, free, top } = placed;
  // Room that groups may take is nobody's place.
  if (!line.share) scene.ghosts.push(...free);
  const say = (
    x: number,
    y: number,
    text: string,
    anchor: 'start' | 'middle' | 'end',
    kind: '' | 'is-bold' | 'is-quiet' | 'is-tick',
  ): void => void scene.words.push({ x, y, text, anchor, kind });
  const [front, tail] = [places[0], places.at(-1)];
  if (!front || !tail) {
    say(area.x, area.y + text_px * 1.15, 'Nothing is in the line.', 'start', 'is-quiet');
    return placed;
  }
  say(front.rect.x, top - text_px * 0.55, `front: ${ends.front}`, 'start', 'is-bold');
  windowBand(scene, buffer, places, text_px);
  const ranks = new Map(buffer.next.flatMap(({ lpn }, rank) => (lpn === null ? [] : [[lpn, rank]])));
  const leaving = flush && flush.offsets.length === 1 ? flush.lbn * pages_per_block + (flush.offsets[0] ?? 0) : null;
  for (const { page, at, rect } of places) {
    const is_leaving = page.lpn === leaving;
    const rank = ranks.get(page.lpn);
    const shown = is_leaving ? { ...rect, y: rect.y + rect.height * STEPS_OUT } : rect;
    if (is_leaving) scene.ghosts.push(rect);
    scene.boxes.push(
      boxOf(page, shown, pages_per_block, text_px, { first: rank === 0 && !flush, leaving: is_leaving }),
    );
    scene.standings.push({
      rect,
      title: `Page ${pageName(page.lpn, pages_per_block)}`,
      lines: linesOf(buffer, page, at, rank),
    });
    if (rank !== undefined && leaving === null)
      say(
        rect.x + rect.width / 2,
        rect.y + rect.height + text_px * 1.15,
        rank === 0 ? '◆ 1' : String(rank + 1),
        'middle',
        rank === 0 ? 'is-bold' : 'is-tick',
      );
  }
  if (gap) {
    say(gap.rect.x + gap.rect.width / 2, gap.rect.y + gap.rect.height * 0.45, '…', 'middle', 'is-bold');
    say(
      gap.rect.x + gap.rect.width / 2,
      gap.rect.y + gap.rect.height * 0.45 + text_px * 1.2,
      count(gap.pages),
      'middle',
      'is-tick',
    );
  }
  moved(scene, buffer, placed, area.x);
  const words = `tail: ${ends.tail}`;
  const out = places.find(({ page }) => page.lpn === leaving)?.rect;
  if (out) leaves(scene, out, placed, text_px);
  // Beside the one that steps out of the line there is room for the words before it.
  const end = out && out === tail.rect ? out.x - text_px * 0.5 : tail.rect.x + tail.rect.width;
  const length = wordsWidth(words, text_px * BOLD);
  if (!out || end - length >= area.x)
    say(
      clamp(end, area.x + length, area.x + area.width),
      tail.rect.y + tail.rect.height + text_px * TAIL,
      words,
      'end',
      'is-bold',
    );
  return placed;
}

/** What leaves goes straight down, towards the flash. */
function leaves(scene: ShelfScene, out: Rect, { row_px }: LinePlaces, text_px: number): void {
  const x = out.x + out.width / 2;
  const from = out.y + out.height * (1 + STEPS_OUT);
  scene.connectors.push({
    kind: 'leaves',
    points: [
      { x, y: from },
      { x, y: Math.max(from + text_px, out.y + row_px - text_px) },
    ],
  });
}

/** The window at the tail, where clean pages leave before changed ones. */
function windowBand(scene: ShelfScene, buffer: LineView, places: readonly Place[], text_px: number): void {
  const { line } = buffer;
  const inside = places.filter(({ at }) => isInWindow(line, at));
  const [first] = inside;
  if (!first) return;
  scene.bands.push(...bandsOf(inside, 3));
  const words = `window, clean pages leave first: ${count(inside.length)} of ${count(line.total)}`;
  const end = Math.max(...places.map(({ rect }) => rect.x + rect.width));
  const x = Math.max(0, Math.min(first.rect.x, end - wordsWidth(words, text_px * BOLD)));
  scene.words.push({ x, y: first.rect.y - text_px * 1.3, text: words, anchor: 'start', kind: 'is-bold' });
}

/** How the page that was used last came to where it stands. */
function moved(scene: ShelfScene, { line }: LineView, { places, connector_px }: LinePlaces, margin_x: number): void {
  const use = lastUse(line);
  const here = places.find(({ page }) => page.lpn === use?.lpn);
  if (!use || !here) return;
  const { rect } = here;
  if (use.from === null && here.at === 0) {
    const x = rect.x + rect.width / 2;
    scene.connectors.push({
      kind: 'came',
      points: [
        { x, y: rect.y - connector_px * 1.15 },
        { x, y: rect.y },
      ],
    });
  } else if (use.from !== null && use.from !== use.to && here.at === 0) {
    const left = places.find(({ at }) => at === use.from);
    if (left)
      scene.connectors.push({ kind: 'moved', points: connectorToFront(left.rect, rect, margin_x + 6, connector_px) });
  }
  const box = scene.boxes.find(({ key }) => key === keyOf(use.lpn));
  if (box) box.used = true;
}

const keyOf = (lpn: number): string => `p${lpn}`;

function boxOf(
  { lpn, clean }: StandingPage,
  rect: Rect,
  pages_per_block: number,
  text_px: number,
  state: { first: boolean; leaving: boolean },
): Box {
  const cell = { x: 0, y: 0, width: rect.width, height: rect.height };
  return {
    key: keyOf(lpn),
    lbn: Math.floor(lpn / pages_per_block),
    rect,
    cells: [
      {
        rect: cell,
        held: clean ? 'clean' : 'whole',
        label: labelOf(lpn, pages_per_block, rect.width / (text_px / 12.5)),
      },
    ],
    bars: '',
    letters: rect.width >= LARGE * text_px ? 'large' : rect.width >= MEDIUM * text_px ? 'medium' : 'small',
    ...state,
  };
}

/** A page's name, or, where that is too long, its number in its block. */
function labelOf(lpn: number, pages_per_block: number, width: number): string {
  const name = pageName(lpn, pages_per_block);
  return wordsWidth(name, 12.5 * LABEL * BOLD) <= width ? name : `·${lpn % pages_per_block}`;
}

function linesOf(buffer: LineView, { lpn, clean }: StandingPage, at: number, rank: number | undefined): string[] {
  const { line } = buffer;
  const window = line.window === null ? '' : isInWindow(line, at) ? ', in the window' : ', in the working region';
  return [
    `logical page ${count(lpn)}`,
    `place ${count(at + 1)} of ${count(line.total)} from the front${window}`,
    clean ? 'clean: flash holds the same, so it can be dropped' : 'dirty: it has to be written',
    ...(rank === undefined ? [] : [rank === 0 ? 'leaves next' : `leaves ${ordinal(rank + 1)}`]),
  ];
}
