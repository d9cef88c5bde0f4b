/** The bins in which what happened is counted along the timeline. */

/** Marks nearer than this would touch. */
const MARK_PX = 8;

/** Bins for a timeline of a width. */
export const binsFor = (width_px: number): number => Math.max(1, Math.floor(width_px / MARK_PX));

/** Requests a bin stands for: whole ones, so that the last bins may stay empty. */
export const binRequests = (requests: number, bins: number): number =>
  Math.max(1, Math.ceil(requests / Math.max(1, bins)));
