/**
 * What the stages of layers have in common: which frames are drawn, what a frame tells of the way to it, when colours are read anew,
 * and that a stage is also told as text. A stage says what it is made of (`StageParts`): frame to plain values, values to a picture.
 */

import { TRAVEL_MAX } from '../../app/speed';
import type { AppState } from '../../app/state';
import type { StageContext } from '../../app/view';
import type { Frame, Geometry } from '../../engine/protocol';
import { clamp } from '../../render/geometry';
import { throttled } from '../../render/throttle';
import { type MotionMode, motionMode } from './motion-plan';
import type { StageStyle } from './style';
import type { Account } from './text-account';

/** One of the stages. */
export interface LayerStage {
  readonly element: HTMLElement;
  /** Draws the layer as `frame` tells it. `frame` is the one drawn before, or another with the same position. */
  show(frame: Frame, geometry: Geometry, state: AppState): void;
  /** Whether the motion of the last frame is over. */
  settled(): boolean;
}

/** What a stage's picture is made of. */
export interface Sight {
  frame: Frame;
  geometry: Geometry;
  state: AppState;
  /** The frame that brought the run to where it is: a later look at the same place tells no operations. */
  arrival: Frame;
}

/** A frame with what led to it. */
export interface Step extends Sight {
  /** The run is elsewhere than in the picture before. */
  moved: boolean;
  /** Every operation between the picture before and this one is in the frame. */
  told: boolean;
  mode: MotionMode;
  /** What moves is seen to travel. */
  travels: boolean;
  /** How many times faster than at rest motion runs, 1 to 4. */
  pace: number;
  /** Another experiment than in the picture before. */
  reopened: boolean;
  /** Colours or sizes are others. */
  restyled: boolean;
}

export interface StageParts<Picture> {
  readonly element: HTMLElement;
  /** The frame as plain values; null where it tells nothing of this stage. */
  model(step: Step): Picture | null;
  draw(picture: Picture, step: Step): void;
  /** The picture as text. Not called while it plays too fast to be read. */
  updateAltText?(picture: Picture): void;
  /** What else than the frame decides what is drawn. */
  asked?(state: AppState): unknown;
  /** Where the stage draws with colours it has read: a change of theme or size has it drawn anew. */
  style?: StageStyle;
  /** Modes in which not every frame is drawn. */
  slow_modes?: readonly MotionMode[];
  settled(): boolean;
}

/** A stage as the list of stages has it. */
export interface StageEntry {
  create(context: StageContext): LayerStage;
  /** What the stage shows, as text. */
  accounts(sight: Sight): readonly Account[];
}

/** `model`: the frame as plain values, as the stage draws them; `accounts`: those as text. */
export const stageEntry = <Picture>(
  create: StageEntry['create'],
  model: (sight: Sight) => Picture | null,
  accounts: (picture: Picture) => readonly Account[],
): StageEntry => ({
  create,
  accounts(sight) {
    const picture = model(sight);
    return picture ? accounts(picture) : [];
  },
});

/** 15 a second while playing fast: as often as it can be read. */
const REDRAW_MS = 67;

export function layerStage<Picture>(context: StageContext, parts: StageParts<Picture>): LayerStage {
  const { style, slow_modes = ['none'] } = parts;
  let shown: { frame: Frame; geometry: Geometry; state: AppState; asked: unknown } | null = null;
  let arrival: Frame | null = null;
  let opened: AppState['opened'] = null;
  /** The text is older than the picture. */
  let alt_text_stale = false;
  /** Colours or sizes have changed since the last picture. */
  let restyled = false;

  function stepTo(frame: Frame, geometry: Geometry, state: AppState): Step {
    const moved = arrival === null || !samePlace(arrival, frame);
    const forward = arrival !== null && arrival.epoch === frame.epoch && arrival.position.op < frame.position.op;
    const mode = motionMode(state.playing, state.speed);
    return {
      frame,
      geometry,
      state,
      arrival: moved || !arrival ? frame : arrival,
      moved,
      told: forward && frame.skipped === 0,
      mode,
      travels: forward && mode === 'travel' && context.motion(),
      pace: state.playing ? clamp(state.speed, 1, TRAVEL_MAX) : 1,
      reopened: state.opened !== opened,
      restyled,
    };
  }

  function renew(frame: Frame, geometry: Geometry, state: AppState): void {
    const step = stepTo(frame, geometry, state);
    const picture = parts.model(step);
    if (!picture) return;
    parts.draw(picture, step);
    arrival = step.arrival;
    opened = state.opened;
    restyled = false;
    alt_text_stale = step.mode === 'none';
    if (!alt_text_stale) parts.updateAltText?.(picture);
  }

  const renewSlowly = throttled(REDRAW_MS, renew);

  if (style?.measured) {
    new ResizeObserver(() => {
      if (!shown || !style.changed()) return;
      restyled = true;
      renew(shown.frame, shown.geometry, shown.state);
    }).observe(style.measured);
  }

  return {
    element: parts.element,
    settled: parts.settled,
    show(frame, geometry, state) {
      const asked = parts.asked?.(state);
      const same = shown?.frame === frame && shown.asked === asked;
      if (style?.changed()) restyled = true;
      shown = { frame, geometry, state, asked };
      if (same && !restyled && !(alt_text_stale && !state.playing)) return;
      if (!same && state.playing && slow_modes.includes(motionMode(true, state.speed)))
        renewSlowly(frame, geometry, state);
      else renew(frame, geometry, state);
    },
  };
}

const samePlace = (a: Frame, b: Frame): boolean => a.epoch === b.epoch && a.position.op === b.position.op;
