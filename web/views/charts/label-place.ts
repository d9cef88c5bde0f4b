/** Finding room for names: near a place on a chart, over as little of the curves as can be; and beside the ends of lines. */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Place {
  x: number;
  y: number;
}

/** A line that a name is better not written over, as its corners. */
export type Polyline = readonly Place[];

export interface Label {
  width: number;
  height: number;
  /** How far from the place its nearest edge is, at least. */
  away: number;
}

const SAMPLE = 4;
const DIRECTIONS = 16;
/** Tried in multiples of `away`. */
const DISTANCES = [1, 1.6, 2.4, 3.4, 4.6, 6, 8];
const COST = { covered: 1, distance: 1.5, taken: 60 } as const;

/** Where the box of a name for `at` stands best. Boxes that leave `bounds` are not tried, unless none fits. */
export function placeLabel(
  at: Place,
  label: Label,
  lines: readonly Polyline[],
  taken: readonly Box[],
  bounds: Box,
): Box {
  const points = lines.flatMap(sampled);
  const tries = DISTANCES.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, i) => ({ distance, box: boxAt(at, label, distance, i / DIRECTIONS) })),
  );
  const inside = tries.filter(({ box }) => within(box, bounds));
  const costs = (inside.length > 0 ? inside : tries).map(({ distance, box }) => {
    const covered = points.filter((point) => holds(box, point)).length;
    const clashes = taken.filter((other) => meet(box, other)).length;
    return { box, cost: COST.covered * covered + COST.distance * distance + COST.taken * clashes };
  });
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).box;
}

/** The box in a direction, `turn` of a full one from the upper right, touching a circle around the place. */
function boxAt({ x, y }: Place, { width, height, away }: Label, distance: number, turn: number): Box {
  const angle = 2 * Math.PI * turn - Math.PI / 4;
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const middle = { x: x + across * (away * distance + width / 2), y: y + down * (away * distance + height / 2) };
  return {
    left: middle.x - width / 2,
    right: middle.x + width / 2,
    top: middle.y - height / 2,
    bottom: middle.y + height / 2,
  };
}

/** Places along a line, at most `SAMPLE` apart, its end left out. */
export function sampled(line: Polyline): Place[] {
  return line.slice(1).flatMap((to, i) => {
    const from = line[i] ?? to;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SAMPLE);
    return Array.from({ length: steps }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / steps,
      y: from.y + ((to.y - from.y) * k) / steps,
    }));
  });
}

export const within = (box: Box, bounds: Box): boolean =>
  box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;

export const holds = ({ left, right, top, bottom }: Box, { x, y }: Place): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

export const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Labels from top to bottom, at least `room` apart and between `top` and `foot`, each as near its place as that allows. */
export function spread<T extends { y: number }>(labels: readonly T[], room: number, top: number, foot: number): T[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  const down: T[] = [];
  for (const each of sorted) {
    const above = down.at(-1);
    down.push({ ...each, y: Math.max(each.y, above ? above.y + room : top) });
  }
  const up: T[] = [];
  for (const each of down.reverse()) {
    const below = up.at(-1);
    up.push({ ...each, y: Math.min(each.y, below ? below.y - room : foot) });
  }
  return up.reverse();
}
