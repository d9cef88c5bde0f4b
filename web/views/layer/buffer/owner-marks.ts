/** The appearances of logical blocks in SVG: the hue is the style sheet's, by class; patterns and double outlines lie over it. */

import { HUES } from '../../../render/colours';
import { PATTERNS, type Pattern, patternOf } from '../../../render/pattern';
import { svg } from '../../../ui/dom';

type Kind = Pattern['kind'];

const STEP_PX = 8;
const INSET_PX = 2.5;

/** The style sheet's class for the hue of a look. */
export const hueClass = (appearance: number): string => `hue-${appearance % HUES}`;

const idOf = (kind: Kind, hue: number): string => `owner-${kind}-${hue}`;

const SHAPES: Record<Exclude<Kind, 'solid'>, () => SVGElement> = {
  diagonal: () =>
    svg('path', {
      d: `M-1 1L1 -1M0 ${STEP_PX}L${STEP_PX} 0M${STEP_PX - 1} ${STEP_PX + 1}L${STEP_PX + 1} ${STEP_PX - 1}`,
    }),
  dots: () => svg('circle', { cx: STEP_PX / 2, cy: STEP_PX / 2, r: 1.4 }),
  bars: () => svg('path', { d: `M0 ${STEP_PX / 2}H${STEP_PX}` }),
};

/** Every pattern in the ink of every hue, for the marks of a page to refer to. */
export function ownerPatterns(): SVGSVGElement {
  const kinds = PATTERNS.filter((kind) => kind !== 'solid');
  const patterns = kinds.flatMap((kind) =>
    Array.from({ length: HUES }, (_, hue) =>
      svg(
        'pattern',
        {
          id: idOf(kind, hue),
          class: `owner-pattern is-${kind} ${hueClass(hue)}`,
          width: STEP_PX,
          height: STEP_PX,
          patternUnits: 'userSpaceOnUse',
        },
        SHAPES[kind](),
      ),
    ),
  );
  return svg('svg', { class: 'owner-patterns', 'aria-hidden': 'true' }, svg('defs', {}, ...patterns));
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What lies over the hue of a page. */
export function overHue(appearance: number, { x, y, width, height }: Area): SVGElement[] {
  const { kind, double_outline } = patternOf(appearance, HUES);
  const over = (kind_class: string, by: number, more: Record<string, string> = {}): SVGElement => {
    const [across, down] = [Math.max(0, width - 2 * by), Math.max(0, height - 2 * by)].map((size) => size.toFixed(1));
    const d = `M${(x + by).toFixed(1)} ${(y + by).toFixed(1)}h${across}v${down}h-${across}z`;
    return svg('path', { class: kind_class, d, ...more });
  };
  return [
    ...(kind === 'solid' ? [] : [over('owner-over', 0, { fill: `url(#${idOf(kind, appearance % HUES)})` })]),
    ...(double_outline ? [over('owner-outline', INSET_PX)] : []),
  ];
}
