/** Age against size: every group a dot, the line of equal density, and the group that it touches first. */

import { count } from '../../../render/format';
import { setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { surfaceOf } from '../../stage-kit/pointing';
import { dot, dots, path, text } from '../../stage-kit/svg-marks';
import { alphaText } from './alpha';
import { blockName, type DensityPicture, type Lens } from './model';
import {
  ageLabels,
  ageTicks,
  linesOf,
  namesOf,
  nearest,
  type Placed,
  type Plot,
  placeOf,
  plotOf,
  sizeTicks,
} from './scatter-places';
import './scatter.css';

/** The first to leave are drawn stronger than the rest. */
const NEAR = 8;
const REACH_PX = 14;

export interface Scatter {
  readonly element: HTMLElement;
  readonly surface: HTMLElement;
  /** Below the picture: the slider. */
  readonly body: HTMLElement;
  /** `alpha`: the line's; on its way from one value to another it is neither. */
  show(picture: DensityPicture, lens: Lens, alpha: number, selected: number | null): void;
  /** Where a group stands, in pixels of the surface; null where it is not in sight. */
  placed(lbn: number): Placed | null;
  /** The group at a place. */
  at(x: number, y: number): Placed | null;
}

/** `changed`: its size is another, so it has to be drawn again. */
export function scatter(changed: () => void): Scatter {
  const { element, note, body } = titled('density-scatter', 'Age against size');
  const axes = svg('g', { class: 'scatter-axes' });
  const lines = svg('g', { class: 'scatter-lines' });
  const far = path('scatter-dots is-far', '');
  const near = path('scatter-dots', '');
  const marks = svg('g', {});
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' }, axes, lines, far, near, marks);
  const surface = surfaceOf(
    {
      kind: 'density-plot buffer-surface',
      label: 'Groups by age and size; arrow keys go through them in order of leaving',
      described_by: 'buffer-told',
    },
    picture,
  );
  body.append(surface);
  const box = boxOf(surface, changed);
  let placed: Placed[] = [];
  let drawn_axes = '';

  function drawAxes(plot: Plot, text_px: number): void {
    const key = JSON.stringify([plot, text_px]);
    if (key === drawn_axes) return;
    drawn_axes = key;
    const { left, top, width, height } = plot;
    const foot = top + height;
    axes.replaceChildren(
      ...ageTicks(plot).map((age) => path('buffer-grid', `M${placeOf(plot, { age, size: 1 }).x} ${top}V${foot}`)),
      ...ageLabels(plot, text_px).map(({ x, words, anchor }) =>
        text(x, foot + text_px * 1.25, words, anchor, 'is-tick'),
      ),
      ...sizeTicks(plot).flatMap((size) => {
        const { y } = placeOf(plot, { age: 1, size });
        return [
          path('buffer-grid', `M${left} ${y}H${left + width}`),
          text(left - 6, y + text_px * 0.34, count(size), 'end', 'is-tick'),
        ];
      }),
      text(left + 5, top + text_px * 1.15, 'sectors held'),
      text(left + width, foot + text_px * 2.5, 'age: writes since it was last touched', 'end'),
    );
  }

  return {
    element,
    surface,
    body,
    show({ buffer }, lens, alpha, selected) {
      const omitted = buffer.groups_total - lens.order.length;
      const among = omitted > 0 ? `; ${count(lens.order.length)} of ${count(buffer.groups_total)} shown` : '';
      setText(note, `the line turns with α${among}`);
      if (box.width === 0) return;
      const { text_px } = box;
      const plot = plotOf(box, text_px, lens.order, buffer.sectors_per_page * buffer.pages_per_block);
      placed = lens.order.map((group) => ({ ...group, ...placeOf(plot, group) }));
      drawAxes(plot, text_px);
      lines.replaceChildren(
        ...linesOf(plot, lens.order, alpha).map(({ d, touches }) =>
          path(touches ? `scatter-line${lens.asks ? ' is-asking' : ''}` : 'scatter-parallel', d),
        ),
      );
      setAttribute(near, 'd', dots(placed.slice(1, NEAR)));
      setAttribute(far, 'd', dots(placed.slice(NEAR)));
      const [victim] = placed;
      const here = placed.find(({ lbn }) => lbn === selected);
      marks.replaceChildren(
        ...(victim
          ? [dot('scatter-ring', victim.x, victim.y, 10), dot('scatter-victim', victim.x, victim.y, 4.6)]
          : []),
        ...(here ? [dot('scatter-here-halo', here.x, here.y, 8), dot('scatter-here', here.x, here.y, 8)] : []),
        ...namesOf(plot, placed, text_px).map(({ lbn, text: name, x, y, anchor }) =>
          text(x, y, name, anchor, lbn === victim?.lbn ? 'is-victim' : ''),
        ),
        ...(victim ? [] : [text(plot.left + plot.width / 2, plot.top + plot.height / 2, 'Nothing in RAM.', 'middle')]),
      );
      const leaves = victim
        ? `${blockName(victim.lbn)}, ${count(victim.age)} writes old, ${count(victim.size)} sectors, ${lens.asks ? 'would leave' : 'leaves first'}`
        : 'nothing in RAM';
      setAttribute(
        picture,
        'aria-label',
        `${count(lens.order.length)} groups by age and size, line of equal density at α = ${alphaText(lens.alpha)}: ${leaves}`,
      );
    },
    placed: (lbn) => placed.find((group) => group.lbn === lbn) ?? null,
    at: (x, y) => nearest(placed, x, y, REACH_PX),
  };
}
