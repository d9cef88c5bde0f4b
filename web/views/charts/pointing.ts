/** How a chart is read and followed: with a mouse, a finger or keys. A place on it is a `Place`; null is none. */

export interface Pointing<Place> {
  /** What is under the pointer. */
  under: (event: MouseEvent) => Place | null;
  /** What a key leads to; undefined where it is none of the chart's. */
  after: (key: string) => Place | null | undefined;
  /** The place that keys start from. */
  current: () => Place | null;
  /** The place looked at, or that none is any more. */
  point: (place: Place | null) => void;
  /** What stands there is wanted. */
  open: (place: Place) => void;
  /** Whether the place stays looked at when pointer and keys go elsewhere. */
  stays?: boolean;
}

/** What stands beside charts tells of the place looked at, and leads on: to go there is not to leave it. */
const READOUT = '.chart-readout';

export function followPointing<Place>(plot: HTMLElement, pointing: Pointing<Place>): void {
  const { under, after, current, point, open, stays = false } = pointing;
  // A finger covers what it points at: the first touch reads, and the words beside the charts lead on.
  let touched = false;
  plot.addEventListener('pointerdown', (event) => {
    touched = event.pointerType !== 'mouse';
  });
  plot.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(under(event));
  });
  plot.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && !stays) point(null);
  });
  plot.addEventListener('click', (event) => {
    const place = under(event);
    if (touched) point(place);
    else if (place !== null) open(place);
  });
  plot.addEventListener('blur', ({ relatedTarget }) => {
    const leads_on = relatedTarget instanceof Element && relatedTarget.closest(READOUT) !== null;
    if (!leads_on && !stays) point(null);
  });
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = current();
    if (event.key === 'Enter' && place !== null) open(place);
    else {
      const next = after(event.key);
      if (next === undefined) return;
      point(next);
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
