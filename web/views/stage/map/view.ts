/** A large device as a picture. The worker paints shelves; this puts them in place and points at what is in action. */

import type { Frame, Geometry, MapLayout, StageMap } from '../../../engine/protocol';
import { count } from '../../../render/format';
import type { Point, Rect } from '../../../render/geometry';
import { throttled } from '../../../render/throttle';
import { h, svg } from '../../../ui/dom';
import { textSize } from '../../stage-kit/text-size';
import { drawFlags, flagsOf } from './flags';
import { mapHeight, mapLayout, pageAtPlace, placeOf, shelfPitch } from './layout';
import './map.css';

export interface MapView {
  readonly element: HTMLElement;
  /** The layout the map wants from the worker at its present size; null before it has one. */
  wanted(geometry: Geometry): MapLayout | null;
  show(frame: Frame, geometry: Geometry): void;
  mark(cursor: number | null, pinned: readonly number[]): void;
  /** Sizes of what was last drawn agree with what is wanted now. */
  drawn(): MapLayout | null;
  pixelAt(page: number): number | null;
  pageAt(point: Point): number | null;
  rectOf(page: number): Rect | null;
  neighbour(page: number, across: number, up: number): number;
}

const FLAGS_EVERY_MS = 100;

export function mapView(aside: HTMLElement, resized: () => void): MapView {
  const words = h('span', { class: 'part-words' });
  const title = h('h2', { class: 'part-title' }, words, aside);
  const labels = h('div', { class: 'map-labels', 'aria-hidden': 'true' });
  const canvas = h('canvas', { class: 'map-canvas', 'aria-hidden': 'true' });
  const flags = svg('svg', { class: 'map-flags', 'aria-hidden': 'true' });
  const cursor = svg('svg', { class: 'map-flags', 'aria-hidden': 'true' });
  const box = h('div', { class: 'map-box' }, labels, canvas, flags, cursor);
  const root = h('div', { class: 'map' }, title, box);

  let geometry: Geometry | null = null;
  let layout: MapLayout | null = null;
  let ratio = 1;
  const g = canvas.getContext('2d', { willReadFrequently: false });

  function wanted(of: Geometry): MapLayout | null {
    const width = box.clientWidth - canvas.offsetLeft;
    if (width <= 0) return null;
    return mapLayout({
      width,
      height: box.clientHeight,
      pixel_ratio: devicePixelRatio,
      blocks: of.blocks,
      pages_per_block: of.pages_per_block,
    });
  }

  function arrange(next: MapLayout, of: Geometry): void {
    layout = next;
    ratio = devicePixelRatio;
    canvas.width = next.width;
    canvas.height = mapHeight(next);
    const size = { width: `${next.width / ratio}px`, height: `${canvas.height / ratio}px` };
    for (const part of [canvas, flags, cursor]) Object.assign(part.style, size);
    words.replaceChildren(
      'NAND ',
      h(
        'small',
        {},
        `${count(of.blocks)} blocks of ${count(of.pages_per_block)} pages · each column is a block, page 0 at its foot`,
      ),
    );
    const pitch = shelfPitch(next) / ratio;
    const every = Math.max(1, Math.ceil(15 / pitch));
    labels.replaceChildren(
      ...Array.from({ length: next.shelves }, (_, shelf) => shelf)
        .filter((shelf) => shelf % every === 0)
        .map((shelf) => {
          const label = h('span', {}, count(shelf * next.per_shelf));
          label.style.top = `${(shelf + 0.5) * pitch}px`;
          return label;
        }),
    );
  }

  const pointOut = throttled(FLAGS_EVERY_MS, (frame: Frame, of: Geometry) => {
    if (!layout) return;
    const text_px = textSize(root);
    const found = flagsOf(frame.bench, layout, of.pages_per_block, ratio);
    drawFlags(flags, found, layout.width / ratio, mapHeight(layout) / ratio, text_px);
  });

  function put({ layout: sent, shelves, pixels }: StageMap, of: Geometry): void {
    if (!layout || !sameLayout(layout, sent) || geometry !== of) arrange(sent, of);
    const bytes = sent.width * sent.shelf_height * 4;
    for (const [i, shelf] of shelves.entries()) {
      const part = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset + i * bytes, bytes);
      g?.putImageData(new ImageData(part, sent.width, sent.shelf_height), 0, shelf * shelfPitch(sent));
    }
  }

  const inMap = (point: Point): Point => ({
    x: (point.x - canvas.offsetLeft - box.offsetLeft) * ratio,
    y: (point.y - canvas.offsetTop - box.offsetTop) * ratio,
  });

  new ResizeObserver(() => {
    const next = geometry && wanted(geometry);
    if (next && !(layout && sameLayout(next, layout))) resized();
  }).observe(box);

  return {
    element: root,
    wanted,
    show(frame, of) {
      if (frame.stage?.kind === 'map') put(frame.stage, of);
      geometry = of;
      pointOut(frame, of);
    },
    mark(at, pinned) {
      const pages = [...pinned, ...(at === null ? [] : [at])];
      cursor.replaceChildren(
        ...pages.flatMap((page) => {
          const rect = placed(page);
          if (!rect) return [];
          const place = { cx: rect.x + rect.width / 2, cy: rect.y + rect.height / 2, r: 6 };
          return [svg('circle', { class: 'flag-halo', ...place }), svg('circle', { class: 'cursor-ring', ...place })];
        }),
      );
    },
    drawn: () => layout,
    pixelAt(page) {
      if (!layout || !geometry || !g) return null;
      const { x, y } = placeOf(layout, page, geometry.pages_per_block);
      const [red = 0, green = 0, blue = 0] = g.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
      return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    },
    pageAt: (point) =>
      layout && geometry ? pageAtPlace(layout, inMap(point), geometry.blocks, geometry.pages_per_block) : null,
    rectOf(page) {
      const rect = placed(page);
      return (
        rect && {
          ...rect,
          x: rect.x + canvas.offsetLeft + box.offsetLeft,
          y: rect.y + canvas.offsetTop + box.offsetTop,
        }
      );
    },
    neighbour(page, across, up) {
      if (!layout || !geometry) return page;
      const { pages_per_block, blocks } = geometry;
      const offset = (page % pages_per_block) + up;
      const leaves_shelf = offset < 0 ? layout.per_shelf : offset >= pages_per_block ? -layout.per_shelf : 0;
      const block = Math.floor(page / pages_per_block) + across + leaves_shelf;
      if (block < 0 || block >= blocks) return page;
      return block * pages_per_block + ((offset + pages_per_block) % pages_per_block);
    },
  };

  /** The place of a page in CSS pixels of the canvas. */
  function placed(page: number): Rect | null {
    if (!layout || !geometry || page >= geometry.physical_pages) return null;
    const { x, y } = placeOf(layout, page, geometry.pages_per_block);
    return { x: x / ratio - 3, y: y / ratio - 3, width: 6, height: 6 };
  }
}

export const sameLayout = (a: MapLayout, b: MapLayout): boolean =>
  a.width === b.width && a.shelf_height === b.shelf_height && a.shelves === b.shelves && a.per_shelf === b.per_shelf;
