/** Smallest number that can be read in a cell: on a screen, and from the back of a room, where text is as large as when presenting. */

const ON_SCREEN_PX = 8;
const PRESENTED_PX = 15;

export const leastLabel = (text_px: number, on_screen_px = ON_SCREEN_PX): number =>
  text_px > PRESENTED_PX ? PRESENTED_PX : on_screen_px;
