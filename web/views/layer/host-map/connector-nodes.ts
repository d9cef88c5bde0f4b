/** Connectors, their heads, and the numbered discs, as marks. */

import { svg } from '../../../ui/dom';
import { roundedPath } from '../map/lookup-path';
import type { Connector } from './connectors';
import type { Phase } from './scene';

export function connectorNode({ step, kind, points }: Connector, phase: Phase): SVGGElement {
  const d = roundedPath(points);
  const head = step === 0 ? null : `url(#host-head-${phase === 'ahead' ? 'ahead' : 'ink'})`;
  return svg(
    'g',
    { class: `host-connector is-${kind} is-${phase}${step === 0 ? ' is-other' : ''}` },
    svg('path', { class: 'host-connector-casing', d }),
    svg('path', { class: 'host-connector-line', d, pathLength: 1, 'marker-end': head }),
  );
}

export function discNode(number: number, state: string, title: string, t: number): SVGGElement {
  const r = t * 0.88;
  return svg(
    'g',
    { class: `host-disc is-${state}` },
    svg('title', {}, title),
    state === 'now' ? svg('circle', { class: 'host-disc-halo', r: r + 4 }) : null,
    svg('circle', { class: 'host-disc-body', r }),
    svg('text', { y: (t * 0.37).toFixed(1), 'text-anchor': 'middle', 'font-size': (t * 1.04).toFixed(1) }, number),
  );
}

export const arrowHeads = (): SVGElement =>
  svg(
    'defs',
    {},
    ...['ink', 'ahead'].map((name) =>
      svg(
        'marker',
        {
          id: `host-head-${name}`,
          class: `host-head-${name}`,
          viewBox: '0 0 10 10',
          refX: 8,
          refY: 5,
          markerWidth: 9,
          markerHeight: 9,
          markerUnits: 'userSpaceOnUse',
          orient: 'auto',
        },
        svg('path', { d: 'M0 0L10 5L0 10z' }),
      ),
    ),
  );
