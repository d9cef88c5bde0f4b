/** A lane's flash, small: a map of shelves for a large device, every page for a small one; a ring where something happens. */

import type { AppState } from '../../app/state';
import {
  CELLS_MAX_PAGES,
  type Frame,
  type Geometry,
  type MapLayout,
  type StageCells,
  type StageMap,
  type StageRequest,
} from '../../engine/protocol';
import type { Colours } from '../../render/colours';
import { count } from '../../render/format';
import type { Point } from '../../render/geometry';
import { paletteOf } from '../../render/palette';
import { throttled } from '../../render/throttle';
import { h, setAttribute, svg } from '../../ui/dom';
import { mapHeight, mapLayout, placeOf, shelfPitch } from '../stage/map/layout';
import { sameLayout } from '../stage/map/view';
import { textSize } from '../stage-kit/text-size';
import { type CellGrid, cellGrid, cellRect } from './cell-grid';
import { blockInAction } from './in-action';
import { type CellsLook, paintCells } from './lane-cells';

export interface LaneStage {
  readonly element: HTMLElement;
  /** What the worker is to send of the lane. `key` names the theme of `colours`. */
  request(lane: AppState, colours: Colours, key: string): StageRequest;
  /** `erases_max`: of the most worn block of all lanes. */
  show(lane: AppState, colours: Colours, key: string, erases_max: number): void;
}

/** The line below a block, in sizes of text. */
const FOOT = 1.4;
/** A ring moves at most ten times a second. */
const RING_EVERY_MS = 100;
export const RING_PX = 8;
const RING_MEANS = 'Page 0 of a block is at its foot; the ring marks the block at work';

export function createLaneStage(resized: () => void): LaneStage {
  const canvas = h('canvas', { role: 'img', 'aria-label': 'The flash of this lane' });
  const ring = svg('circle', { class: 'lane-ring', r: RING_PX });
  const halo = svg('circle', { class: 'lane-ring-halo', r: RING_PX });
  const rings = svg('svg', { class: 'lane-rings', 'aria-hidden': 'true' }, halo, ring);
  const element = h('div', { class: 'lane-stage', title: RING_MEANS }, canvas, rings);
  const g = canvas.getContext('2d');
  let width_px = 0;
  let height_px = 0;
  let layout: MapLayout | null = null;
  let grid: CellGrid | null = null;
  /** The cells that were drawn last. */
  let drawn: StageCells | null = null;
  let asked_key = '';
  let painted_key = '';
  let cells_key = '';
  /** Asking for computed style at every frame would cost more than drawing it. */
  let text = { key: '', px: 0 };
  let shown: Frame | null = null;

  new ResizeObserver(([entry]) => {
    const size = entry?.contentRect;
    if (!size || (size.width === width_px && size.height === height_px)) return;
    width_px = size.width;
    height_px = size.height;
    if (width_px > 0) resized();
  }).observe(element);

  const wanted = ({ blocks, pages_per_block }: Geometry): MapLayout =>
    mapLayout({ width: width_px, height: height_px, pixel_ratio: devicePixelRatio, blocks, pages_per_block });

  function request(lane: AppState, colours: Colours, key: string): StageRequest {
    const geometry = lane.opened?.geometry;
    if (!geometry || width_px === 0) return { kind: 'none' };
    if (geometry.physical_pages <= CELLS_MAX_PAGES) return { kind: 'cells' };
    const next = wanted(geometry);
    const { colour_by, isolate } = lane;
    asked_key = JSON.stringify([next, colour_by, isolate, key]);
    const full = asked_key !== painted_key;
    return { kind: 'map', style: { layout: next, colour_by, isolate, palette: paletteOf(colours) }, full };
  }

  function textPx(key: string): number {
    const now_key = `${key} ${width_px}`;
    if (text.key !== now_key) text = { key: now_key, px: textSize(element) };
    return text.px;
  }

  function sized(width: number, height: number): void {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const size = { width: `${width / devicePixelRatio}px`, height: `${height / devicePixelRatio}px` };
    Object.assign(canvas.style, size);
    Object.assign(rings.style, size);
  }

  function putMap({ layout: sent, shelves, pixels }: StageMap): void {
    if (!layout || !sameLayout(layout, sent)) {
      layout = sent;
      sized(sent.width, mapHeight(sent));
    }
    grid = null;
    const bytes = sent.width * sent.shelf_height * 4;
    for (const [i, shelf] of shelves.entries()) {
      const part = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset + i * bytes, bytes);
      g?.putImageData(new ImageData(part, sent.width, sent.shelf_height), 0, shelf * shelfPitch(sent));
    }
    if (shelves.length === sent.shelves) painted_key = asked_key;
  }

  function putCells(frame: Frame, cells: StageCells, geometry: Geometry, look: CellsLook, key: string): void {
    if (!g || width_px === 0) return;
    const { colour_by, isolate } = look;
    const device = `${cells.page_state.length} ${geometry.pages_per_block}`;
    const now_key = `${key} ${width_px} ${height_px} ${device} ${colour_by} ${isolate}`;
    if (now_key !== cells_key || !grid) {
      cells_key = now_key;
      grid = cellGrid(geometry, width_px, height_px, FOOT * look.text_px);
      drawn = null;
      layout = null;
      sized(Math.round(width_px * devicePixelRatio), Math.round(height_px * devicePixelRatio));
      g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      // A canvas that keeps its size keeps what was drawn of another device.
      g.clearRect(0, 0, width_px, height_px);
    }
    paintCells(g, grid, frame, cells, drawn, look);
    drawn = cells;
  }

  function placeOfBlock(block: number, { pages_per_block }: Geometry): Point | null {
    if (grid) {
      const [foot, top] = [cellRect(grid, block * pages_per_block), cellRect(grid, (block + 1) * pages_per_block - 1)];
      return { x: foot.x + foot.width / 2, y: (foot.y + foot.height + top.y) / 2 };
    }
    if (!layout) return null;
    const { x, y } = placeOf(layout, block * pages_per_block + Math.floor(pages_per_block / 2), pages_per_block);
    return { x: x / devicePixelRatio, y: y / devicePixelRatio };
  }

  const pointOut = throttled(RING_EVERY_MS, (frame: Frame, geometry: Geometry) => {
    const block = blockInAction(frame);
    const at = block === null ? null : placeOfBlock(block, geometry);
    setAttribute(rings, 'visibility', at === null ? 'hidden' : null);
    if (at)
      for (const circle of [halo, ring])
        circle.setAttribute('transform', `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
    const action = block === null ? '' : `; at work on block ${count(block)}`;
    setAttribute(
      canvas,
      'aria-label',
      `The flash: ${count(geometry.blocks)} blocks of ${count(geometry.pages_per_block)} pages${action}`,
    );
  });

  return {
    element,
    request,
    show({ frame, opened, colour_by, isolate }, colours, key, erases_max) {
      if (!frame || !opened) return;
      const { geometry } = opened;
      if (frame.stage?.kind === 'map' && frame !== shown) putMap(frame.stage);
      if (frame.stage?.kind === 'cells') {
        const look = { colours, text_px: textPx(key), colour_by, isolate, erases_max };
        putCells(frame, frame.stage, geometry, look, key);
      }
      shown = frame;
      pointOut(frame, geometry);
    },
  };
}
