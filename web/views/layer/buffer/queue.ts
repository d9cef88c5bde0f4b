/** Pages that leave one by one: cells in order of leaving, line by line, a line of its own for each part of the order. */

import type { BufferedPage, BufferView } from '../../../engine/buffer-view';
import { count, plural } from '../../../render/format';
import { wide } from './draw';
import { pageName } from './model';
import { sectionName, stretches } from './sections';
import type { Box, SceneSize, ShelfScene } from './shelf-scene';

const CELL_MIN_PX = 34;
const CELL_MAX_PX = 64;
const GAP_PX = 4;
/** Heights, in sizes of text. */
const HEAD = 1.7;
const CELL = 2.1;
const CELL_LABEL = 0.9;
/** More parts than this would leave no line with more than a few pages: they are not told apart. */
const PARTS_MAX = 6;

export function queueScene(buffer: BufferView, { width, height, text_px }: SceneSize): ShelfScene {
  const { queue, pages_per_block, flush } = buffer;
  const scene: ShelfScene = { boxes: [], words: [], brackets: [], board: null, empty: null, standings: [] };
  const widest = Math.max(4, ...queue.map(({ lpn }) => pageName(lpn, pages_per_block).length));
  const pitch = Math.min(CELL_MAX_PX, Math.max(CELL_MIN_PX, wide('0'.repeat(widest), text_px * CELL_LABEL * 1.1) + 10));
  const per_line = Math.max(1, Math.floor((width + GAP_PX) / pitch));
  const line_px = CELL * text_px + GAP_PX;
  const parts = stretches(buffer, queue);
  const shown = parts.length > 0 && parts.length <= PARTS_MAX ? parts : [{ name: '', first: 0, length: queue.length }];
  let y = 0;
  let seen = 0;
  for (const { name, first, length } of shown) {
    if (y + HEAD * text_px + line_px > height) break;
    const words =
      name === '' ? '◆ next to leave, then the others' : `${first === 0 ? '◆ ' : ''}${name}: ${plural(length, 'page')}`;
    scene.words.push({
      x: 0,
      y: y + text_px * 1.15,
      text: queue.length === 0 ? 'Nothing in RAM yet.' : words,
      anchor: 'start',
      kind: 'is-bold',
    });
    if (name !== '')
      scene.brackets.push({ x: 0, y: y + text_px * 1.5, width: Math.min(length, per_line) * pitch - GAP_PX });
    y += HEAD * text_px;
    for (const [at, page] of queue.slice(first, first + length).entries()) {
      const line = Math.floor(at / per_line);
      const top = y + line * line_px;
      if (top + line_px > height) break;
      const rect = { x: (at % per_line) * pitch, y: top, width: pitch - GAP_PX, height: CELL * text_px };
      const is_first = first + at === 0 && !flush;
      scene.boxes.push(boxOf(page, rect, pages_per_block, is_first));
      scene.standings.push({
        rect,
        title: `Page ${pageName(page.lpn, pages_per_block)}`,
        lines: linesOf(buffer, page, first + at),
      });
      seen += 1;
    }
    y += Math.ceil(length / per_line) * line_px + text_px * 0.3;
  }
  const more = buffer.pages - seen;
  if (more > 0 && queue.length > 0)
    scene.words.push({
      x: width,
      y: text_px * 1.15,
      text: `${count(more)} more behind`,
      anchor: 'end',
      kind: 'is-quiet',
    });
  return scene;
}

function boxOf({ lpn, clean }: BufferedPage, rect: Box['rect'], pages_per_block: number, first: boolean): Box {
  const cell = { x: 0, y: 0, width: rect.width, height: rect.height };
  return {
    key: `p${lpn}`,
    lbn: Math.floor(lpn / pages_per_block),
    rect,
    cells: [{ rect: cell, held: clean ? 'clean' : 'whole', label: pageName(lpn, pages_per_block) }],
    bars: '',
    first,
    leaving: false,
    words: [],
    score: null,
  };
}

function linesOf(buffer: BufferView, { clean, section, age }: BufferedPage, rank: number): string[] {
  return [
    rank === 0 ? `leaves first: ${buffer.rule}` : `${plural(rank, 'page')} leave before it`,
    clean ? 'the same on flash: it can be dropped' : 'changed: it has to be written',
    ...(section === null ? [] : [sectionName(buffer, section)]),
    `untouched for ${plural(age, 'write')}`,
  ];
}
