/** The stage of layers that keep their map on flash: the way of a look-up, what is cached, and what a collection changes. */

import { valueAt } from '../../../app/experiment';
import type { AppState } from '../../../app/state';
import type { StageContext } from '../../../app/view';
import type { Frame, Geometry, MapView } from '../../../engine/protocol';
import { count } from '../../../render/format';
import { h, setText } from '../../../ui/dom';
import { type LayerStage, layerStage, type Sight, type StageEntry, type Step, stageEntry } from '../../stage-kit/stage';
import { stageStyle } from '../../stage-kit/style';
import { timeline } from '../../stage-kit/timeline';
import { accounts } from './accounts';
import { blocksPanel } from './blocks';
import { cachePanel } from './cache';
import { fieldPanel } from './field';
import { type Costs, type LookUp, lookUp, pageOf, type Stop } from './look-up';
import { type Box, connectorsLayer, type Places } from './lookup-path';
import { stepsPanel } from './steps';
import { tables } from './tables';
import { updatesPanel } from './updates';
import './map.css';

/** How long an entry travels, and the lamp hops, at normal speed. */
const TRAVEL_MS = 420;
const HOP_MS = 260;
/** Below this the places stand one under the other, and connectors between them would cross words. */
const CONNECTORS_MIN_PX = 560;

interface MapPicture {
  frame: Frame;
  map: MapView;
  geometry: Geometry;
  look_up: LookUp | null;
}

function model({ frame, geometry, state }: Sight): MapPicture | null {
  const { map } = frame.layer;
  return map && { frame, map, geometry, look_up: lookUp(frame, geometry, costsOf(state)) };
}

export const MAP: StageEntry = stageEntry(mapStageView, model, accounts);

function mapStageView(context: StageContext): LayerStage {
  const steps = stepsPanel();
  const cache = cachePanel();
  const rows = tables();
  const connectors = connectorsLayer();
  const field = fieldPanel();
  const updates = updatesPanel();
  const blocks = blocksPanel();
  const request = h('p', { class: 'map-request' });
  const where = h(
    'div',
    { class: 'map-where' },
    request,
    cache.element,
    rows.directory,
    rows.flash,
    connectors.element,
  );
  const low = h('div', { class: 'map-low' }, field.element, updates.element, blocks.element);
  const element = h('div', { class: 'map-stage' }, h('div', { class: 'map-high' }, steps.element, where), low);

  const motion = timeline(context.play);
  const style = stageStyle(element, element);

  function draw({ frame, map, look_up }: MapPicture, { geometry, state, travels, pace }: Step): void {
    const move_ms = travels ? HOP_MS / pace : 0;
    const travel_ms = travels ? TRAVEL_MS / pace : 0;
    element.classList.toggle('is-still', !travels);
    motion.begin(travel_ms);
    steps.show(look_up);
    setText(request, look_up ? `LPN ${count(look_up.lpn)} → translation page ${count(look_up.page)}` : '');
    cache.show(map, look_up, geometry, travel_ms);
    rows.show(frame, map, look_up, geometry, style.colours());
    // Whether there are two panels or three decides how wide they are.
    blocks.element.hidden = map.whole_blocks === null;
    blocks.show(frame, map, geometry);
    field.show(frame, map, look_up, style.colours());
    updates.show(frame, map, geometry, costsOf(state));
    connectors.show(look_up, look_up && placesOf(look_up, map), move_ms);
  }

  function placesOf(look_up: LookUp, map: MapView): Places | null {
    const ground = where.getBoundingClientRect();
    if (ground.width < CONNECTORS_MIN_PX) return null;
    const box = (target: HTMLElement | null): Box | null => {
      if (!target || target.clientHeight === 0) return null;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      return {
        left: left - ground.left,
        right: right - ground.left,
        top: top - ground.top,
        bottom: bottom - ground.top,
      };
    };
    const victim = look_up.victim?.lpn ?? null;
    const victim_row = victim === null ? null : rows.flashRow(pageOf(victim, map));
    const directory = box(rows.directory);
    const last_row = box(rows.directory.lastElementChild as HTMLElement);
    if (!directory) return null;
    const stops: Record<Stop, Box | null> = {
      request: box(request),
      cache: box(cache.anchor(look_up.lpn)),
      victim: box(look_up.victim ? cache.exit() : null),
      'old-page': box(victim_row),
      'new-page': box(victim_row),
      directory: box(rows.directoryRow(look_up.page)),
      page: box(rows.flashRow(look_up.page)),
      data: box(rows.data),
    };
    return {
      stops,
      cache_right: box(cache.element)?.right ?? 0,
      directory,
      flash_left: box(rows.flash)?.left ?? 0,
      under: last_row?.bottom ?? directory.bottom,
    };
  }

  return layerStage<MapPicture>(context, {
    element,
    style,
    // Its many rows take long to lay out.
    slow_modes: ['flash', 'none'],
    model,
    draw,
    settled: motion.over,
  });
}

/** What a page read and a program cost, bus and command included. */
function costsOf({ opened }: AppState): Costs {
  const ns = (field: string): number => Number((opened && valueAt(opened.document, `device.${field}`)) ?? 0);
  const moved_ns = ns('transfer_ns') + ns('command_ns');
  return { read_ns: ns('read_ns') + moved_ns, program_ns: ns('program_ns') + moved_ns };
}
