/** The code that puts the stage into another page. Pure. */

import { escaped } from './export/escape';

export interface EmbedSize {
  width: number;
  height: number;
}

/** CSS pixels. Smaller frames have no room for headline, stage and timeline together. */
export const EMBED_MIN: EmbedSize = { width: 480, height: 320 };
export const EMBED_DEFAULT: EmbedSize = { width: 800, height: 500 };
const EMBED_MAX: EmbedSize = { width: 3840, height: 2160 };

/** What was asked for, in whole pixels and within what works; the default where it is no number. */
export const embedSize = (width: unknown, height: unknown): EmbedSize => ({
  width: within('width', width),
  height: within('height', height),
});

function within(side: keyof EmbedSize, wanted: unknown): number {
  const pixels = typeof wanted === 'number' ? Math.round(wanted) : Number.NaN;
  return Number.isFinite(pixels) ? Math.min(Math.max(pixels, EMBED_MIN[side]), EMBED_MAX[side]) : EMBED_DEFAULT[side];
}

export const embedCode = (link: string, { width, height }: EmbedSize): string =>
  `<iframe src="${escaped(link)}" width="${width}" height="${height}" title="Flashlab" loading="lazy" style="border: 0"></iframe>`;
