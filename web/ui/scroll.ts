/** Scrolling what stands in a column or a sheet of its own, and never the page, which shows something else at the same time. */

/** An element and what it stands in, from the inside out, without the page itself. */
export function scrollersOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) found.push(each);
  return found;
}

/** What is brought in sight does not touch the edge. */
const MARGIN_PX = 12;

/** Scrolls as little as brings an element in sight, above so many pixels at the foot that are covered. */
export function showWithin(element: Element | null, covered_px: number): void {
  const scroller =
    element && scrollersOf(element).find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  if (!element || !scroller) return;
  const [box, room] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const below = box.bottom - (room.bottom - covered_px - MARGIN_PX);
  const above = box.top - room.top;
  // What is higher than its room is read from its beginning.
  if (below > 0) scroller.scrollTop += Math.min(below, above);
  else if (above < 0) scroller.scrollTop += above;
}
