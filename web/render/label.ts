/** How small text may be: on a screen, from the back of a room where small text is larger, and in a lecture, where it is 24 pixels. */

const ON_SCREEN_PX = 8;
const PRESENTED_PX = 15;
const LECTURE_PX = 24;

/** Share of a cell's height that a number takes in a lecture, where the cell is hardly higher than that. */
const LECTURE_SHARE = 0.82;

const inLecture = (text_px: number): boolean => text_px >= LECTURE_PX;

/** Smallest number that can be read in a cell, where small text is as large as `text_px`. */
export const leastLabel = (text_px: number, on_screen_px = ON_SCREEN_PX): number =>
  inLecture(text_px) ? LECTURE_PX : text_px > PRESENTED_PX ? PRESENTED_PX : on_screen_px;

/** `px`, or in a lecture no less than can be read there. */
export const legible = (px: number, text_px: number): number => (inLecture(text_px) ? Math.max(px, LECTURE_PX) : px);

/** The share of a cell's height that its number takes: `on_screen`, or in a lecture nearly all. */
export const labelShare = (on_screen: number, text_px: number): number =>
  inLecture(text_px) ? LECTURE_SHARE : on_screen;
