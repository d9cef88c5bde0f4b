/** "Where the map is": directory, cache and SSD, the ways between them, and the numbers of the steps, each a link to its moment. */

import { count } from '../../../render/format';
import type { Point } from '../../../render/geometry';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import { boxOf } from '../../stage-kit/box';
import { arrowHeads } from '../../stage-kit/connectors';
import { titled } from '../../stage-kit/part';
import { accountOfWalk } from './accounts';
import { connectorNode, discNode } from './connector-nodes';
import { type Connector, connectorsOf, discsOf } from './connectors';
import type { HostMapPicture } from './model';
import { moveAlong, travellerOf } from './motion';
import { causeWords, ENTRIES } from './names';
import { isTall, type Places, placesOf } from './places';
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
    const connectors = connectorsOf(places, last.walk);
    setAttribute(drawing, 'height', Math.ceil(tall ? places.height : box.height));
    drawing.replaceChildren(
      arrowHeads('host'),
      ...sectionNodes(places, notesOf(map)),
      ...rowHeads(places, map.policy),
      ...nodesOf(places, connectors, last),
      discLayer(places, connectors, last, travel_ms),
    );
    if (travel_ms > 0) drawing.append(...travellerOf(places, connectors, last, travel_ms));
    drawing.classList.toggle('is-moving', travel_ms > 0);
  }

  function discLayer(places: Places, connectors: Connector[], picture: HostMapPicture, travel_ms: number): SVGGElement {
    const { walk, map } = picture;
    const layer = svg('g', { class: 'host-discs' });
    if (!walk || !map) {
      lamp = null;
      return layer;
    }
    const steps = stepsOf(walk, map, picture.under_way);
    const order = ['skipped', 'ahead', 'done', 'now'];
    const discs = discsOf(places, walk, connectors).flatMap(({ step, x, y }) => {
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
      setText(note, noteOf(picture));
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
        class: `step-number is-${first}`,
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

/** What the look-up is for, and how it went. */
function noteOf({ walk, map }: HostMapPicture): string {
  if (walk) return [causeWords(walk.cause, walk.lbn), verdictOf(walk)].filter(Boolean).join(', ');
  return map?.policy === ENTRIES ? 'single entries are cached: no block comes or goes whole' : 'no look-up yet';
}

const arrow = (): HTMLElement => h('span', { class: 'host-arrow', 'aria-hidden': 'true' }, '⟶');

/** What is under way lies over what is done, and that over what is to come. */
function nodesOf(places: Places, connectors: readonly Connector[], picture: HostMapPicture): SVGElement[] {
  const { text_px: t } = places;
  const order = ['ahead', 'done', 'now'];
  const phase = ({ step }: Connector) => (step === 0 ? 'done' : phaseOf(step, picture));
  const sorted = connectors.toSorted((a, b) => order.indexOf(phase(a)) - order.indexOf(phase(b)));
  return [
    ...places.rows.map((one) => rowNode(one, picture, places)),
    ...places.slots.map((one) => slotNode(one, picture, t)),
    ...places.lines.map(({ line, x, y }) => lineName(line, x, y, t)),
    ...places.blocks.map((one) => blockNode(one, picture, t)),
    ...sorted.map((connector) => connectorNode(connector, phase(connector))),
  ];
}

const lineName = (line: number, x: number, y: number, t: number): SVGTextElement =>
  svg('text', { class: 'host-words is-bold', x, y: y + t * 0.36, 'font-size': t * 0.94 }, `line ${count(line)}`);
