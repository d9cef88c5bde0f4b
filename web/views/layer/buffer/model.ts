/** What the stage of the write buffers is drawn from: the frame's buffer, and the order its groups stand in. */

import { valueAt } from '../../../app/experiment';
import type { BufferGroup, BufferView, DensityView } from '../../../engine/core-types';
import type { Decision, Frame, Opened } from '../../../engine/protocol';
import { type AppearanceOf, appearancesOf } from '../../../render/identity';
import { type Aged, ranked } from './density';

export interface BufferPicture {
  buffer: BufferView;
  appearances: AppearanceOf;
  /** The choice of the present moment: which group leaves, or which α. */
  decision: Decision | null;
  /** Records up to which a group is kept as a list; null: always. */
  convert_threshold: number | null;
}

export interface DensityPicture extends BufferPicture {
  density: DensityView;
}

export function pictureOf(
  { layer, decision, identities }: Frame,
  { document }: Opened,
): BufferPicture | DensityPicture | null {
  const { buffer } = layer;
  if (!buffer) return null;
  const threshold = valueAt(document, 'buffer.convert_threshold');
  const convert_threshold = typeof threshold === 'number' ? threshold : null;
  const picture = { buffer, decision, convert_threshold, appearances: appearancesOf(identities) };
  return buffer.density ? { ...picture, density: buffer.density } : picture;
}

export const hasDensity = (picture: BufferPicture): picture is DensityPicture => 'density' in picture;

/** The choice of a group of the present moment, with its prices; null where none was made. */
export const groupDecision = ({ decision }: Pick<BufferPicture, 'decision'>): Decision | null =>
  decision && decision.prices.length > 0 ? decision : null;

/** All groups, in the core's order of leaving. */
const agedOf = ({ all }: Pick<BufferView, 'all'>): Aged[] =>
  all.lbn.map((lbn, i) => ({ lbn, age: all.age[i] ?? 1, size: all.size[i] ?? 1 }));

/** The groups in order of leaving under the α in force, or under one that is tried in the page alone. */
export interface Lens {
  alpha: number;
  running: number;
  /** Whether this is a what-if. */
  asks: boolean;
  order: readonly Aged[];
}

export function lensOf(buffer: BufferView, running: number, tried: number | null): Lens {
  const alpha = tried ?? running;
  const asks = alpha !== running;
  const groups = agedOf(buffer);
  return { alpha, running, asks, order: asks ? ranked(groups, alpha) : groups };
}

/** What the core tells of a group's pages; it tells them of those that leave first. */
export const groupOf = ({ groups }: Pick<BufferView, 'groups'>, lbn: number): BufferGroup | undefined =>
  groups.find((group) => group.lbn === lbn);

/** Pages of a group; at least so many, where only its sectors are known. */
export function pagesOf(buffer: BufferView, { lbn, size }: Aged): { pages: number; exact: boolean } {
  const group = groupOf(buffer, lbn);
  return group
    ? { pages: group.pages.length, exact: true }
    : { pages: Math.ceil(size / buffer.sectors_per_page), exact: false };
}

export const blockName = (lbn: number): string => `B${lbn}`;
