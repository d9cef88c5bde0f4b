/** "Where the map is": directory, cache and SSD, the ways between them, and the numbers of the steps, each a link to its moment. */

import { count } from '../../../render/format';
import type { Point } from '../../../render/geometry';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { emphasised } from '../../rail/panel';
import { boxOf } from '../buffer/box';
import { roundedPath } from '../map/roads';
import { titled } from '../part';
import { accountOfWalk } from './accounts';
import type { HostMapPicture } from './model';
import { moveAlong, travellerOf } from './motion';
import { whoLooks } from './names';
import { isTall, type Places, placesOf } from './places';
import { discsOf, type Road, roadsOf } from './roads';
import { rowHeads, rowNode } from './rows';
import { phaseOf } from './scene';
import { blockNode, sectionNodes, slotNode } from './slots';
import { stepsOf, verdictOf } from './steps';
import { arithmetic, notesOf } from './words';

export interface Picture {
  readonly element: HTMLElement;
  /** `travel_ms`: how long what moves may take; 0 for no motion. */
  show(picture: HostMapPicture, travel_ms: number): void;
}

const HOP_SHARE = 0.62;

export function picturePanel(goTo: (step: number) => void): Picture {
  const { element, note, body } = titled('host-where', 'Where the map is');
  const drawing = svg('svg', { class: 'host-picture', role: 'img' });
  const place = h('div', { class: 'host-picture-box' }, drawing);
  const sum = h('p', { class: 'host-sum' });
  body.append(place, sum);
  const box = boxOf(place, () => draw(0));
  let last: HostMapPicture | null = null;
  let lamp: Point | null = null;
  let drawn = '';

  function draw(travel_ms: number): void {
    const map = last?.map;
    if (!last || !map || box.width === 0) return;
    const tall = isTall(box);
    const places = placesOf(map, box);
    if (tall) place.style.setProperty('--wished', `${Math.ceil(places.height)}px`);
    setAttribute(place, 'data-tall', tall);
    const key = JSON.stringify([map.rows, map.slots, last.walk, last.under_way, box.width, box.height, box.text_px]);
    if (key === drawn) return;
    drawn = key;
    const roads = roadsOf(places, last.walk);
    setAttribute(drawing, 'height', Math.ceil(tall ? places.height : box.height));
    drawing.replaceChildren(
      arrowHeads(),
      ...sectionNodes(places, notesOf(map)),
      ...rowHeads(places, map.policy),
      ...nodesOf(places, roads, last),
      discLayer(places, roads, last, travel_ms),
    );
    if (travel_ms > 0) drawing.append(...travellerOf(places, roads, last, travel_ms));
    drawing.classList.toggle('is-moving', travel_ms > 0);
  }

  function discLayer(places: Places, roads: Road[], picture: HostMapPicture, travel_ms: number): SVGGElement {
    const { walk, map } = picture;
    const layer = svg('g', { class: 'host-discs' });
    if (!walk || !map) {
      lamp = null;
      return layer;
    }
    const steps = stepsOf(walk, map, picture.under_way);
    const order = ['skipped', 'ahead', 'done', 'now'];
    const discs = discsOf(places, walk, roads).flatMap(({ step, x, y }) => {
      const of = steps[step - 1];
      return of && of.state !== 'skipped' ? [{ ...of, x, y }] : [];
    });
    discs.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    for (const disc of discs) {
      const node = discNode(
        disc.number,
        disc.state,
        `Step ${disc.number}: ${disc.text.replaceAll('**', '')}`,
        places.text_px,
      );
      node.style.transform = `translate(${disc.x}px, ${disc.y}px)`;
      node.addEventListener('click', () => goTo(disc.number));
      if (disc.state === 'now') {
        if (lamp && travel_ms > 0) moveAlong(node, [lamp, disc], travel_ms * HOP_SHARE);
        lamp = { x: disc.x, y: disc.y };
      }
      layer.append(node);
    }
    return layer;
  }

  return {
    element,
    show(picture, travel_ms) {
      last = picture;
      const { walk, map } = picture;
      setText(
        note,
        walk ? [whoLooks(walk.cause, walk.lbn), verdictOf(walk)].filter(Boolean).join(', ') : 'no look-up yet',
      );
      setAttribute(drawing, 'aria-label', accountOfWalk(picture).join('. '));
      sum.replaceChildren(
        ...(walk && map ? sumNodes(picture) : [h('span', { class: 'note' }, 'Press → for the first look-up')]),
      );
      draw(travel_ms);
    },
  };

  function sumNodes(picture: HostMapPicture): Node[] {
    const { walk, map } = picture;
    if (!walk || !map) return [];
    const first = phaseOf(1, picture);
    const { lbn, which, result } = arithmetic(walk, map);
    const disc = h(
      'button',
      {
        type: 'button',
        class: `host-number is-${first}`,
        tabindex: '-1',
        'aria-hidden': 'true',
        onclick: () => goTo(1),
      },
      '1',
    );
    return [
      h('b', {}, lbn),
      arrow(),
      h('span', {}, ...emphasised(which)),
      disc,
      ...(result ? [arrow(), h('mark', {}, result)] : []),
    ];
  }
}

const arrow = (): HTMLElement => h('span', { class: 'host-arrow', 'aria-hidden': 'true' }, '⟶');

/** What is under way lies over what is done, and that over what is to come. */
function nodesOf(places: Places, roads: readonly Road[], picture: HostMapPicture): SVGElement[] {
  const { text_px: t } = places;
  const order = ['ahead', 'done', 'now'];
  const phase = ({ step }: Road) => (step === 0 ? 'done' : phaseOf(step, picture));
  const sorted = roads.toSorted((a, b) => order.indexOf(phase(a)) - order.indexOf(phase(b)));
  return [
    ...places.rows.map((one) => rowNode(one, picture, places)),
    ...places.slots.map((one) => slotNode(one, picture, t)),
    ...places.lines.map(({ line, x, y }) => lineName(line, x, y, t)),
    ...places.blocks.map((one) => blockNode(one, picture, t)),
    ...sorted.map((road) => roadNode(road, phase(road))),
  ];
}

const lineName = (line: number, x: number, y: number, t: number): SVGTextElement =>
  svg('text', { class: 'host-words is-bold', x, y: y + t * 0.36, 'font-size': t * 0.94 }, `line ${count(line)}`);

function roadNode({ step, kind, points }: Road, phase: 'ahead' | 'now' | 'done'): SVGGElement {
  const d = roundedPath(points);
  const head = step === 0 ? null : `url(#host-head-${phase === 'ahead' ? 'ahead' : 'ink'})`;
  return svg(
    'g',
    { class: `host-road is-${kind} is-${phase}${step === 0 ? ' is-other' : ''}` },
    svg('path', { class: 'host-road-casing', d }),
    svg('path', { class: 'host-road-line', d, pathLength: 1, 'marker-end': head }),
  );
}

function discNode(number: number, state: string, title: string, t: number): SVGGElement {
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

const arrowHeads = (): SVGElement =>
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
