/** Write amplification over room: the closed form as a curve over α, and where each lane is on it by now. Pure. */

import { scaleLinear } from 'd3-scale';
import type { Frame, Opened } from '../../engine/protocol';
import { ratio } from '../../render/format';
import { anchorAt, type Plot } from '../charts/marks';
import { letterOf } from './lane-appearance';
import type { OverlayModel } from './overlay';

/** A lane of which theory says something. */
export interface RoomLane {
  frame: Frame | null;
  opened: Opened | null;
}

/** What a reader expects of a lane. */
export interface Guess {
  lane: number;
  value: number;
}

const ALPHAS = [1, 1.25, 1.5, 1.75, 2];
const ROWS = 4;
/** The curve goes on above the highest lane, so that it is seen to rise. */
const HEADROOM = 1.15;

export function roomModel(lanes: readonly RoomLane[], plot: Plot, guess: Guess | null): OverlayModel {
  const told = lanes.flatMap(({ frame, opened }, lane) =>
    opened?.theory ? [{ lane, theory: opened.theory, now: frame?.charts?.write_amplification.now ?? null }] : [],
  );
  const most_alpha = Math.max(2, ...told.map(({ theory }) => theory.alpha));
  const most = HEADROOM * Math.max(2, ...told.flatMap(({ theory, now }) => [expected(theory), now ?? 1]));
  const x = scaleLinear([1, most_alpha], [plot.left, plot.right]);
  const y = scaleLinear([1, most], [plot.foot, plot.top]);
  const curve = told[0]?.theory.points.filter(([alpha, value]) => alpha <= most_alpha && value <= most) ?? [];
  const done = told.flatMap(({ lane, theory, now }) =>
    now === null ? [] : [{ lane, x: x(theory.alpha), y: y(now), predicted: null }],
  );
  const guessed = told.flatMap(({ lane, theory }) =>
    guess?.lane === lane
      ? [{ lane, x: x(theory.alpha), y: y(guess.value), predicted: `you ${ratio(guess.value)}` }]
      : [],
  );
  const words = told.flatMap(({ lane, theory, now }) =>
    now === null ? [] : [`${letterOf(lane)}: ${ratio(now)} at α ${ratio(theory.alpha)}`],
  );
  return {
    note: 'dotted: the formula',
    label: `Write amplification over α, by lane; the formula is a dotted curve. ${words.join('; ')}`.trim(),
    lines: done.map(({ lane, x, y }) => ({ lane, is_second: false, points: [[x, y]] })),
    theory: curve.map(([alpha, value]) => [x(alpha), y(value)] as const),
    dots: [...guessed, ...done],
    rows: y.ticks(ROWS).map((value) => ({ y: y(value), text: String(value) })),
    columns: ALPHAS.map((alpha, at) => ({
      x: x(alpha),
      text: at === 0 ? 'α = 1' : String(alpha),
      anchor: anchorAt(at, ALPHAS.length),
    })),
    playhead: null,
    needs: told.length === 0 ? 'No formula is known for these devices.' : null,
  };
}

/** The curve at the device, between the points on both sides of it. */
function expected({ alpha, points }: NonNullable<Opened['theory']>): number {
  const after = points.findIndex(([at]) => at >= alpha);
  return points[Math.max(0, after - 1)]?.[1] ?? 1;
}
