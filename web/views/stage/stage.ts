/** The NAND stage: a small device page by page, a large one as a map with a bench; what the colours mean; pointer and keys. */

import { asksForVictim, picks } from '../../app/lesson/state';
import type { AppState } from '../../app/state';
import type { StageContext, View } from '../../app/view';
import {
  CELLS_MAX_PAGES,
  type Frame,
  type Geometry,
  NONE,
  PAGE_STATES,
  type PageState,
  type StageCells,
  type StageRequest,
} from '../../engine/protocol';
import { type Colours, readColours, themeKey, tokensOf } from '../../render/colours';
import { count, plural } from '../../render/format';
import { appearancesOf } from '../../render/identity';
import { paletteOf } from '../../render/palette';
import { h } from '../../ui/dom';
import { loaded } from '../loaded';
import { motionMode } from '../stage-kit/motion-plan';
import { victimOf } from '../stage-kit/victim';
import { bench } from './bench';
import { rampScale } from './cells/paint-blocks';
import type { Among, CellsPicture } from './cells/picture';
import { cellsView } from './cells/view';
import { colourSegment } from './colour-segment';
import { type Surface, stageCursor } from './cursor';
import { legend, logicalBlocks, presentStates } from './legend';
import { type MapView, mapView } from './map/view';
import { describeDevice, factsOf, ownName, type PageFacts, planeName } from './page-words';
import { AGE_REACH, type RampScale } from './shade';
import './stage.css';
import type { Targets } from './targets';

export interface Stage extends View {
  /** Whether the motion of the last frame is over. */
  settled(): boolean;
  /** What the stage wants with the next frame, given its size, the device and the colours. */
  request(): StageRequest;
  /** What is drawn is of another lane: the next frame is to hold everything. */
  forget(): void;
}

export function createStage(context: StageContext): Stage {
  const cells_colours = colourSegment(context.run);
  const map_colours = colourSegment(context.run);
  const cells = cellsView({
    label: String,
    row: 'places',
    titles: {
      row: ({ homes }) =>
        homes
          ? { name: 'Block mapping', note: 'which block holds each logical block' }
          : { name: 'Mapping', note: 'where each logical page lives: block · page' },
      blocks: ({ cells: { block_state } }) => ({
        name: 'NAND',
        note: `${count(block_state.length)} blocks, page 0 at the foot`,
      }),
    },
    motion: context.motion,
    play: context.play,
    aside: cells_colours.element,
  });
  /** Tells the page that the next frame must hold something else. */
  const askAgain = (): void => void root.dispatchEvent(new Event('request-changed', { bubbles: true }));
  const map = mapView(map_colours.element, askAgain);
  const surface_box = h('div', {
    class: 'stage-surface',
    tabindex: '0',
    role: 'application',
    'aria-label': 'Flash memory, page by page',
    'aria-describedby': 'stage-words',
  });
  const words = h('p', { id: 'stage-words', class: 'visually-hidden' });
  const key = legend((state) => context.update({ isolate: state }));
  const below = bench();
  surface_box.append(cells.element, map.element);
  // Side by side the two would be wider than a phone, whose page is then laid out twice.
  for (const part of [map.element, below.element]) part.hidden = true;
  const root = h('section', { class: 'stage', 'aria-label': 'Stage' }, surface_box, key.element, below.element, words);

  let colours: Colours | null = null;
  let theme = '';
  /** What the worker was last asked to paint in full, and what has arrived in full. */
  let asked_key = '';
  let painted_key = '';

  const geometryOf = (state: AppState): Geometry | null => state.opened?.geometry ?? null;
  const isSmall = (geometry: Geometry): boolean => geometry.physical_pages <= CELLS_MAX_PAGES;
  const surfaceOf = (geometry: Geometry): Surface => (isSmall(geometry) ? cells : map);

  function currentColours(): Colours {
    const token = tokensOf(root);
    const now = themeKey(token);
    if (!colours || now !== theme) {
      theme = now;
      colours = readColours(token);
    }
    return colours;
  }

  function request(): StageRequest {
    const state = context.state();
    const geometry = geometryOf(state);
    if (!geometry) return { kind: 'none' };
    if (isSmall(geometry)) return { kind: 'cells' };
    const layout = map.wanted(geometry);
    if (!layout) return { kind: 'none' };
    const palette = paletteOf(currentColours());
    const { colour_by, isolate } = state;
    asked_key = JSON.stringify([layout, colour_by, isolate, theme]);
    return { kind: 'map', style: { layout, colour_by, isolate, palette }, full: asked_key !== painted_key };
  }

  function pictureOf(
    state: AppState,
    frame: Frame,
    stage: StageCells,
    previous: AppState | null,
    geometry: Geometry,
  ): CellsPicture {
    const before = previous?.frame ?? null;
    const forward = before !== null && before.epoch === frame.epoch && before.position.op < frame.position.op;
    const told = forward && frame.skipped === 0;
    const mode = motionMode(state.playing, state.speed);
    const victim = mode === 'none' || asksForVictim(state.lesson) ? null : victimOf(frame);
    return {
      cells: stage,
      homes: frame.layer.homes.length > 0 ? frame.layer.homes : null,
      planes: geometry.channels * geometry.chips_per_channel * geometry.planes_per_chip,
      plane_name: (plane) => planeName(plane, geometry),
      operations: told ? frame.operations : [],
      mode,
      speed: state.playing ? state.speed : 1,
      victim,
      among: amongOf(frame, victim),
      colour_by: state.colour_by,
      appearances: appearancesOf(frame.identities),
      isolate: state.isolate,
      hovered_page: state.hovered_page,
      pinned_pages: state.pinned_pages,
      lit_lpn: state.lit_lpn,
    };
  }

  let picture: CellsPicture | null = null;
  /** The frame that brought the run to where it is. A later look at the same place tells no operations. */
  let last: Frame | null = null;

  function renderCells(state: AppState, frame: Frame, previous: AppState | null, geometry: Geometry): void {
    const moved = !picture || !last || !samePlace(last, frame);
    if (frame.stage?.kind === 'cells' && moved) {
      last = frame;
      picture = pictureOf(state, frame, frame.stage, previous, geometry);
      words.textContent = describeDevice(frame.stage);
    } else if (picture) {
      const { colour_by, isolate, hovered_page, pinned_pages, lit_lpn } = state;
      picture = { ...picture, colour_by, isolate, hovered_page, pinned_pages, lit_lpn };
    }
    if (picture) cells.show(picture);
    showTargets(state);
    cells_colours.show(state.colour_by);
  }

  let targets: Promise<Targets> | null = null;
  /** Blocks are answers to few questions: what makes them so is loaded with the first. */
  function showTargets({ lesson }: AppState): void {
    if (lesson && picks(lesson))
      targets ??= loaded(root, () => import('./targets')).then(({ blockTargets }) =>
        blockTargets({
          context,
          box: surface_box,
          cells: () => picture?.cells ?? null,
          victim: () => picture?.victim ?? null,
          rectOf: cells.rectOf,
        }),
      );
    void targets?.then((shown) => shown.show());
  }

  function renderMap(state: AppState, frame: Frame, geometry: Geometry): void {
    map.show(frame, geometry);
    if (frame.stage?.kind === 'map' && frame.stage.shelves.length === frame.stage.layout.shelves)
      painted_key = asked_key;
    map.mark(state.hovered_page, state.pinned_pages);
    map_colours.show(state.colour_by);
    words.textContent = mapWords(frame, geometry);
  }

  function render(state: AppState, previous: AppState | null): void {
    const geometry = geometryOf(state);
    const { frame } = state;
    if (!geometry) return;
    const small = isSmall(geometry);
    cells.element.hidden = !small;
    map.element.hidden = small;
    below.element.hidden = small;
    if (!frame) return;
    surface_box.classList.toggle('is-loading', state.loading !== null);
    if (small) renderCells(state, frame, previous, geometry);
    else renderMap(state, frame, geometry);
    if (!small) {
      if (!last || !samePlace(last, frame)) last = frame;
      below.show(last, currentColours());
    }
    key.show({
      colour_by: state.colour_by,
      isolate: state.isolate,
      present: presentStates(frame),
      scale: small && picture ? rampScale(picture.cells) : mapScale(frame, geometry),
      owners: { count: logicalBlocks(geometry), patterned: small },
      colours: currentColours(),
      theme,
    });
    cursor.show(state, previous);
    // A frame asked for before the device was known, or while the stage was out of sight, shows nothing of it.
    const shows = frame.stage?.kind === (small ? 'cells' : 'map');
    if (!shows && frame !== previous?.frame && !state.playing && request().kind !== 'none') queueMicrotask(askAgain);
  }

  function facts(page: number, geometry: Geometry): PageFacts {
    const known = picture && isSmall(geometry) ? factsOf(picture.cells, page) : mapFacts(page, geometry);
    const layer = context.state().frame?.layer;
    return layer ? { ...known, own_name: ownName(known.lpn, geometry.logical_pages, layer) } : known;
  }

  /** Of a large device the worker knows all; until it has answered, there are the blocks on the bench and the colours of pixels. */
  function mapFacts(page: number, { pages_per_block }: Geometry): PageFacts {
    const { frame, colour_by, isolate, inspected } = context.state();
    if (inspected?.page === page) return inspected;
    const block = Math.floor(page / pages_per_block);
    const offset = page % pages_per_block;
    const unknown = { lpn: null, age_writes: null, block_valid: null, block_erases: null, mean_erases: null };
    const on_bench = frame?.bench.find((one) => one.block === block);
    const painted = colour_by === 'state' && isolate === null ? stateOfPixel(map, page, currentColours()) : null;
    const state = on_bench ? (PAGE_STATES[on_bench.page_state[offset] ?? 0] ?? null) : painted;
    const block_valid = on_bench?.page_state.filter((one) => PAGE_STATES[one] === 'valid').length ?? null;
    const owner = on_bench?.page_owner[offset];
    const lpn = owner !== undefined && state !== 'free' && owner !== NONE ? owner : null;
    return { ...unknown, page, block, offset, state, block_valid, lpn };
  }

  const cursor = stageCursor({
    context,
    box: surface_box,
    surface: () => {
      const geometry = geometryOf(context.state());
      return geometry && surfaceOf(geometry);
    },
    facts: (page) => {
      const geometry = geometryOf(context.state());
      return geometry && facts(page, geometry);
    },
  });

  function forget(): void {
    painted_key = '';
    picture = null;
    last = null;
  }

  return { element: root, render, request, forget, settled: cells.settled };
}

/** The blocks among which the victim was chosen, where the policy did not look at all. */
function amongOf({ decision }: Frame, victim: number | null): Among | null {
  if (victim === null || decision?.among[0] !== victim) return null;
  return { blocks: new Set(decision.among), word: decision.columns.at(-1) ?? '' };
}

const samePlace = (a: Frame, b: Frame): boolean => a.epoch === b.epoch && a.position.op === b.position.op;

const mapScale = ({ charts }: Frame, { logical_pages }: Geometry): RampScale | null =>
  charts ? { age_max: AGE_REACH * logical_pages, erases_max: charts.erases.max, version_mean: 0 } : null;

function stateOfPixel(map: MapView, page: number, colours: Colours): PageState | null {
  const pixel = map.pixelAt(page);
  const found = paletteOf(colours).states.indexOf(pixel ?? -1);
  return PAGE_STATES[found] ?? null;
}

function mapWords(frame: Frame, { blocks, physical_pages }: Geometry): string {
  const victim = victimOf(frame);
  const collecting = victim === null ? '' : ` Collecting block ${count(victim)}.`;
  return `${count(blocks)} blocks, ${count(physical_pages)} pages as a map; ${plural(frame.free_blocks.now, 'free block')}.${collecting}`;
}
