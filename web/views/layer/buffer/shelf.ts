/** The shelf: what is in RAM in order of leaving, as columns of blocks or as single pages, and below it what is on its way to flash. */

import type { StageContext } from '../../../app/view';
import { count } from '../../../render/format';
import type { Point, Rect } from '../../../render/geometry';
import type { AppearanceOf } from '../../../render/identity';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { cellCursor } from '../../stage-kit/cell-cursor';
import { pageName } from '../../stage-kit/page-name';
import { titled } from '../../stage-kit/part';
import { surfaceOf } from '../../stage-kit/pointing';
import { path, point, rect, text } from '../../stage-kit/svg-marks';
import { timeline } from '../../stage-kit/timeline';
import { inOneLine } from './accounts';
import { columnsScene } from './columns';
import { lineFooter } from './line-footer';
import { lineScene } from './line-scene';
import { endsOf, hasLine, useInWords } from './line-words';
import type { BufferPicture } from './model';
import { hueClass, overHue } from './owner-marks';
import { sharesScene } from './shares-scene';
import type { Box, Connector, SceneSize, ShareBar, ShelfScene, Standing } from './shelf-scene';
import { strip } from './strip';
import './shelf.css';

const EASE = 'cubic-bezier(.45,.05,.2,1)';
/** How far what leaves falls before it is gone. */
const FALL_PX = 60;
/** From how far above what is new comes down, clear of the words over its place. */
const COME_PX = 12;
/** How far above its row what moves to the front of a line is carried. */
const LIFT_PX = 6;

export interface Shelf {
  readonly element: HTMLElement;
  /** `lit_lpn`: a logical page that is lit, where it is in RAM. */
  show(picture: BufferPicture, travel_ms: number, lit_lpn: number | null): void;
  settled(): boolean;
}

interface Drawn {
  root: SVGGElement;
  key: string;
  x: number;
  y: number;
  width: number;
}

export function shelf({ play }: Pick<StageContext, 'play'>): Shelf {
  const { element: ram, note, body } = titled('shelf-ram', 'In RAM');
  const full = h('span', { class: 'panel-figure' });
  ram.querySelector('h2')?.append(full);
  const back = svg('g', {});
  const boxes = svg('g', {});
  const words = svg('g', {});
  const here = svg('rect', { class: 'shelf-here', rx: 3 });
  const lit = svg('rect', { class: 'shelf-lit', rx: 3 });
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' }, back, boxes, words, lit, here);
  const surface = surfaceOf(
    {
      kind: 'shelf-surface buffer-surface',
      label: 'What is in RAM, in order of leaving',
      described_by: 'buffer-told',
    },
    picture,
  );
  const said = h('p', { class: 'line-said' });
  body.append(said, surface);
  const size = boxOf(surface, redraw);
  const leaving = strip(redraw);
  const foot = lineFooter();
  const element = h('div', { class: 'shelf-stage' }, ram, leaving.element, foot.element);
  const drawn = new Map<string, Drawn>();
  let scene: ShelfScene | null = null;
  const motion = timeline(play);
  let last: BufferPicture | null = null;
  let lit_lpn: number | null = null;

  const cursor = cellCursor<Standing>({
    box: surface,
    cells: () => scene?.standings ?? [],
    card: ({ title, lines }) => ({ title, lines }),
    changed: mark,
  });

  function redraw(): void {
    if (last) draw(last, 0);
  }

  function mark(): void {
    const cell = cursor.cell();
    surround(here, cell?.rect ?? null);
    surround(lit, scene && last && lit_lpn !== null ? placeOf(scene, lit_lpn, last.buffer.pages_per_block) : null);
  }

  function drawBoxes(next: ShelfScene, appearances: AppearanceOf, travel_ms: number): void {
    const phases = shelfPhases(next.boxes, drawn, travel_ms);
    const keep = new Set(next.boxes.map(({ key }) => key));
    for (const [key, { root, x, y }] of drawn) {
      if (keep.has(key)) continue;
      drawn.delete(key);
      if (travel_ms > 0) fall(root, x, y, phases.leave);
      else root.remove();
    }
    for (const box of next.boxes) {
      const was = drawn.get(box.key);
      const { x, y, width } = box.rect;
      const owner = appearances(box.lbn);
      const content_key = contentKeyOf(box, owner);
      const root = was?.root ?? svg('g', {});
      if (was?.key !== content_key) {
        setAttribute(root, 'class', classOf(box, owner));
        root.replaceChildren(...shapesOf(box, owner));
      }
      root.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      // What was used goes over the others.
      if (!was || (box.used && travel_ms > 0)) boxes.append(root);
      if (travel_ms > 0) arrive(root, was ?? null, box, was ? phases.shift : phases.come);
      drawn.set(box.key, { root, key: content_key, x, y, width });
    }
  }

  function draw(shown: BufferPicture, travel_ms: number): void {
    const { buffer } = shown;
    last = shown;
    const in_line = hasLine(buffer);
    setAttribute(said, 'hidden', !in_line);
    setAttribute(foot.element, 'hidden', !in_line);
    setAttribute(leaving.element, 'hidden', in_line);
    if (in_line) {
      setText(said, useInWords(buffer) ?? '\u00a0');
      foot.show(buffer);
    }
    surface.classList.toggle('is-shared', in_line && buffer.line.share !== null);
    setText(note, noteOf(shown));
    setText(full, fullness(shown));
    setAttribute(picture, 'aria-label', inOneLine(shown));
    leaving.show(shown, travel_ms);
    if (size.width === 0) return;
    scene = sceneOf(shown, size);
    motion.begin(travel_ms);
    drawBoxes(scene, shown.appearances, travel_ms);
    drawRest(scene, back, words);
    mark();
    cursor.renew();
  }

  return {
    element,
    settled: motion.over,
    show(shown, travel_ms, lpn) {
      lit_lpn = lpn;
      draw(shown, travel_ms);
    },
  };
}

function surround(mark: SVGElement, around: Rect | null): void {
  setAttribute(mark, 'visibility', around ? null : 'hidden');
  if (!around) return;
  const { x, y, width, height } = around;
  for (const [name, value] of Object.entries({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 }))
    setAttribute(mark, name, value.toFixed(1));
}

/** Where a logical page is held: in its group, or by itself in a line; null where it is not, or not in sight. */
function placeOf({ boxes }: ShelfScene, lpn: number, pages_per_block: number): Rect | null {
  const offset = lpn % pages_per_block;
  const name = pageName(lpn, pages_per_block);
  for (const { lbn, rect, cells } of boxes) {
    if (lbn !== Math.floor(lpn / pages_per_block)) continue;
    const cell = cells.length === pages_per_block ? cells[offset] : cells.find(({ label }) => label === name);
    if (cell && cell.held !== 'hole') return { ...cell.rect, x: rect.x + cell.rect.x, y: rect.y + cell.rect.y };
  }
  return null;
}

function sceneOf({ buffer }: BufferPicture, size: SceneSize): ShelfScene {
  if (!hasLine(buffer)) return columnsScene(buffer, size);
  return buffer.line.share
    ? sharesScene({ ...buffer, line: buffer.line }, buffer.line.share, size)
    : lineScene(buffer, size);
}

function noteOf({ buffer }: BufferPicture): string {
  if (!hasLine(buffer) || buffer.line.share) return `leaves first: ${buffer.rule}`;
  const { front, tail } = endsOf(buffer.line);
  return `one line, from the page that ${front === 'used last' ? 'was used last' : front} to the one ${tail === 'came first' ? 'that came first' : tail}`;
}

function fullness({ buffer: { used, capacity, sectors_per_page, grain } }: BufferPicture): string {
  const by_page = grain === 'page';
  const unit = by_page ? 'pages' : 'sectors';
  const part = by_page ? sectors_per_page : 1;
  return `${count(used / part)} of ${count(capacity / part)} ${unit}`;
}

function drawRest(scene: ShelfScene, back: SVGGElement, words: SVGGElement): void {
  const { board, brackets, empty, bands, ghosts, connectors, shares } = scene;
  back.replaceChildren(
    ...bands.map(({ x, y, width, height }) => rect('line-band', x, y, width, height)),
    ...ghosts.map(({ x, y, width, height }) => rect('shelf-empty', x + 0.5, y + 0.5, width - 1, height - 1)),
    ...(shares ? shareBar(shares) : []),
    ...connectors.map(connector),
    ...(board ? [path('shelf-board', `M${board.x} ${board.y}h${board.width}`)] : []),
    ...(empty ? [rect('shelf-empty', empty.x + 0.5, empty.y + 0.5, empty.width - 1, empty.height - 1)] : []),
    ...brackets.map(({ x, y, width }) => path('shelf-bracket', `M${x} ${y + 4}v-4h${width}v4`)),
  );
  words.replaceChildren(...scene.words.map(({ x, y, text: said, anchor, kind }) => text(x, y, said, anchor, kind)));
}

/** A way with rounded corners and a head. */
function connector({ points, kind }: Connector): SVGElement {
  const end = points.at(-1);
  const before = points.at(-2);
  const way = path('line-way', rounded(points));
  if (!end || !before) return way;
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const head = path('line-head', 'M1 0L-7 -4.5V4.5z');
  setAttribute(head, 'transform', `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${turn.toFixed(0)})`);
  return svg('g', { class: `line-connector is-${kind}` }, way, head);
}

/** At most so round, in pixels. */
const CORNER_PX = 7;

function rounded(points: readonly Point[]): string {
  return points
    .map((at, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before) return `M${point(at)}`;
      if (!after) return `L${point(at)}`;
      const towards = (other: Point): Point => {
        const length = Math.hypot(other.x - at.x, other.y - at.y) || 1;
        const share = Math.min(CORNER_PX, length / 2) / length;
        return { x: at.x + (other.x - at.x) * share, y: at.y + (other.y - at.y) * share };
      };
      return `L${point(towards(before))}Q${point(at)} ${point(towards(after))}`;
    })
    .join('');
}

function shareBar({ rect: bar, edge_x, before_x, first_x, pages, groups }: ShareBar): SVGElement[] {
  const top = bar.y - 6;
  const foot = bar.y + bar.height + 6;
  return [
    rect('share-ground', bar.x, bar.y, bar.width, bar.height),
    rect('share-held is-pages', pages.x, pages.y, pages.width, pages.height),
    rect('share-held is-groups', groups.x, groups.y, groups.width, groups.height),
    path('share-first', `M${first_x.toFixed(1)} ${bar.y}V${foot}`),
    ...(before_x === edge_x ? [] : [path('share-before', `M${before_x.toFixed(1)} ${top}V${foot}`)]),
    path('share-edge', `M${edge_x.toFixed(1)} ${top}V${foot}`),
  ];
}

const contentKeyOf = (box: Box, owner: number): string => {
  const {
    rect: { width, height },
    cells,
    bars,
    first,
    leaving,
    words,
    score,
    used,
    letters,
  } = box;
  return JSON.stringify([
    [width, height, bars, first, leaving, owner, score, used, letters],
    cells.map(({ held, label }) => [held, label]),
    words?.map(({ text: said, kind }) => [said, kind]),
  ]);
};

const classOf = ({ first, leaving }: Box, owner: number): string =>
  ['shelf-box', hueClass(owner), first ? 'is-first' : '', leaving ? 'is-leaving' : ''].filter(Boolean).join(' ');

function shapesOf(box: Box, owner: number): SVGElement[] {
  const {
    rect: { width, height },
    cells,
    bars,
    first,
    words = [],
    score,
    used,
    letters = 'small',
  } = box;
  const shapes: SVGElement[] = [];
  if (bars !== '' || cells.length === 0)
    shapes.push(rect('shelf-ground', 0, 0, width, height), path('shelf-bars', bars));
  for (const { rect: cell, held, label } of cells) {
    shapes.push(
      svg('rect', {
        class: `shelf-cell is-${held}`,
        x: (cell.x + 0.5).toFixed(1),
        y: (cell.y + 0.5).toFixed(1),
        width: Math.max(0, cell.width - 1).toFixed(1),
        height: Math.max(0, cell.height - 1).toFixed(1),
        rx: 1.5,
      }),
    );
    const inner = { x: cell.x + 0.5, y: cell.y + 0.5, width: cell.width - 1, height: cell.height - 1 };
    const lower = { x: cell.x + 1, y: cell.y + cell.height / 2, width: cell.width - 2, height: cell.height / 2 - 1 };
    if (held === 'part') shapes.push(rect('shelf-part', lower.x, lower.y, lower.width, lower.height));
    if (held === 'part' || held === 'whole') shapes.push(...overHue(owner, held === 'part' ? lower : inner));
    if (label !== '')
      shapes.push(
        svg(
          'text',
          {
            class: `shelf-label is-${held} is-${letters}`,
            x: (cell.x + cell.width / 2).toFixed(1),
            y: (cell.y + cell.height / 2).toFixed(1),
            'text-anchor': 'middle',
          },
          label,
        ),
      );
  }
  const frame = (kind: string, by: number): SVGElement => {
    const around = rect(kind, -by, -by, width + 2 * by, height + 2 * by);
    setAttribute(around, 'rx', 3);
    return around;
  };
  if (first) shapes.push(frame('shelf-next', 3));
  if (score) shapes.push(rect(`shelf-score${first ? ' is-first' : ''}`, score.x, score.y, score.width, score.height));
  if (used) shapes.push(frame('shelf-used', 2.5));
  return [...shapes, ...words.map(({ x, y, text: said, anchor, kind }) => text(x, y, said, anchor, kind))];
}

/** When what leaves falls, when the others close up, and when what is new comes: one after the other. */
export interface ShelfPhases {
  leave: Phase;
  shift: Phase;
  come: Phase;
}

export interface Phase {
  delay: number;
  duration: number;
}

/** Shares of a step in which something of each sort happens. */
const PARTS = { leave: 0.4, shift: 0.4, come: 0.2 };

/** A sort that does not occur takes no time, so that the others have all of it. */
export function shelfPhases(
  next: readonly Pick<Box, 'key' | 'rect'>[],
  before: ReadonlyMap<string, { x: number; y: number }>,
  ms: number,
): ShelfPhases {
  const keys = new Set(next.map(({ key }) => key));
  const occurs = {
    leave: [...before.keys()].some((key) => !keys.has(key)),
    shift: next.some(({ key, rect: { x, y } }) => {
      const was = before.get(key);
      return was !== undefined && (was.x !== x || was.y !== y);
    }),
    come: next.some(({ key }) => !before.has(key)),
  };
  const part = (sort: keyof typeof PARTS): number => (occurs[sort] ? PARTS[sort] : 0);
  const scale = ms / Math.max(part('leave') + part('shift') + part('come'), 0.01);
  const [leave, shift, come] = [part('leave') * scale, part('shift') * scale, part('come') * scale];
  return {
    leave: { delay: 0, duration: leave },
    shift: { delay: leave, duration: shift },
    come: { delay: leave + shift, duration: come },
  };
}

function arrive(
  root: SVGGElement,
  was: Drawn | null,
  { rect: { x, y, width, height }, used }: Box,
  phase: Phase,
): void {
  if (was && was.x === x && was.y === y && was.width === width) return;
  const at = (left: number, top: number): string => `translate(${left}px, ${top}px)`;
  const to = at(x, y);
  const options = { ...phase, easing: EASE, fill: 'backwards' } as const;
  if (was && used) {
    // Out of its row, along above the others, and in at the front.
    const lift = height + LIFT_PX;
    const way = [at(was.x, was.y), at(was.x, was.y - lift), at(x, y - lift), to];
    root.animate({ transform: way, offset: [0, 0.22, 0.78, 1] }, options);
    return;
  }
  if (was && Math.abs(was.y - y) > height / 2 && Math.abs(was.x - x) > width) {
    // From the end of one row to the beginning of the next: out there and in here, through nothing that stands between.
    const [out, into] = [
      at(was.x + Math.sign(was.x - x) * width * 0.5, was.y),
      at(x - Math.sign(was.x - x) * width * 0.5, y),
    ];
    root.animate(
      [
        { transform: at(was.x, was.y), opacity: 1 },
        { transform: out, opacity: 0, offset: 0.5 },
        { transform: into, opacity: 0, offset: 0.5 },
        { transform: to, opacity: 1 },
      ],
      options,
    );
    return;
  }
  const start = was
    ? { transform: `${at(was.x, was.y)} scaleX(${was.width / width})` }
    : { transform: at(x, y - COME_PX), opacity: 0 };
  root.animate([start, { transform: was ? `${to} scaleX(1)` : to, opacity: 1 }], options);
}

/** What has left falls off the shelf, towards the flash. */
function fall(root: SVGGElement, x: number, y: number, phase: Phase): void {
  const animation = root.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      { transform: `translate(${x}px, ${y + FALL_PX}px)`, opacity: 0 },
    ],
    { ...phase, easing: EASE, fill: 'forwards' },
  );
  animation.onfinish = () => root.remove();
  animation.oncancel = () => root.remove();
}
