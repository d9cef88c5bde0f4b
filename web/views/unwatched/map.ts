/** The sampled map on a canvas, with its legend. */

import type { SampledMap } from '../../engine/core-types';
import { type Colours, readColours, themeKey, tokensOf } from '../../render/colours';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText } from '../../ui/dom';
import { appearanceOf, type CellAppearance, gridOf, mapInWords, SHADES, sampleInWords } from './sampled';

export function createMap(): Display<[map: SampledMap]> {
  const canvas = h('canvas', { role: 'img' });
  const surface = h('div', { class: 'unwatched-surface' }, canvas);
  const sample = h('span', { class: 'note' });
  const words = h('p', { class: 'note' });
  const bad = h('span', { class: 'unwatched-key' }, h('i', { class: 'unwatched-bad' }), 'bad');
  const element = h(
    'section',
    { class: 'unwatched-map', 'aria-labelledby': 'unwatched-map-title' },
    h('h2', { id: 'unwatched-map-title' }, 'Valid pages of each block ', sample),
    surface,
    h('p', { class: 'unwatched-legend' }, ...ramp(), key('unwatched-free', 'erased'), bad),
    words,
  );
  let shown: SampledMap | null = null;
  let drawn = '';

  function draw(): void {
    if (!shown || surface.clientWidth === 0) return;
    const token = tokensOf(element);
    const now = `${themeKey(token)} ${surface.clientWidth} ${devicePixelRatio}`;
    if (now === drawn) return;
    drawn = now;
    paint(canvas, shown, surface.clientWidth, readColours(token));
  }

  new ResizeObserver(draw).observe(surface);

  return {
    element,
    show(map) {
      if (map !== shown) {
        shown = map;
        drawn = '';
        const account = mapInWords(map);
        setText(sample, sampleInWords(map));
        setText(words, account);
        setAttribute(canvas, 'aria-label', account);
        setAttribute(bad, 'hidden', !map.cells.some((cell) => appearanceOf(cell).kind === 'bad'));
      }
      draw();
    },
  };
}

const key = (name: string, words: string): HTMLElement =>
  h('span', { class: 'unwatched-key' }, h('i', { class: name }), words);

const ramp = (): (Node | string)[] => [
  h(
    'span',
    { class: 'unwatched-key' },
    '0\u00a0% valid ',
    h(
      'span',
      { class: 'unwatched-ramp' },
      ...Array.from({ length: SHADES }, (_, shade) => h('i', { style: `background: var(--age-${shade})` })),
    ),
    ' 100\u00a0%',
  ),
];

function paint(canvas: HTMLCanvasElement, map: SampledMap, width_px: number, colours: Colours): void {
  const { columns, rows, cell_px } = gridOf(map.cells.length, width_px);
  const size = { width: columns * cell_px, height: rows * cell_px };
  canvas.width = Math.round(size.width * devicePixelRatio);
  canvas.height = Math.round(size.height * devicePixelRatio);
  canvas.style.width = `${size.width}px`;
  canvas.style.height = `${size.height}px`;
  const g = canvas.getContext('2d');
  if (!g) return;
  g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  const inner_px = Math.max(1, cell_px - 1);
  for (const [at, cell] of map.cells.entries()) {
    const x = (at % columns) * cell_px;
    const y = Math.floor(at / columns) * cell_px;
    paintCell(g, appearanceOf(cell), x, y, inner_px, colours);
  }
}

/** An erased block is only an outline: no shade of the ramp looks like it. */
function paintCell(
  g: CanvasRenderingContext2D,
  appearance: CellAppearance,
  x: number,
  y: number,
  side_px: number,
  colours: Colours,
): void {
  if (appearance.kind === 'free') {
    g.strokeStyle = colours.freeEdge;
    g.strokeRect(x + 0.5, y + 0.5, Math.max(1, side_px - 1), Math.max(1, side_px - 1));
    return;
  }
  g.fillStyle = appearance.kind === 'bad' ? colours.cells.bad.fill : (colours.age[appearance.shade] ?? colours.ink);
  g.fillRect(x, y, side_px, side_px);
}
