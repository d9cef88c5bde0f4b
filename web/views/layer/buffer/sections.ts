/** Parts of the order of leaving: where one begins and another ends. */

import type { BufferView } from '../../../engine/core-types';

export const sectionName = ({ sections }: Pick<BufferView, 'sections'>, section: number | null): string =>
  section === null ? '' : (sections[section] ?? '');

export interface Stretch {
  name: string;
  first: number;
  length: number;
}

/** Neighbours of one section together, in the order given; none where the order has no parts. */
export function stretches(
  { sections }: Pick<BufferView, 'sections'>,
  members: readonly { section: number | null }[],
): Stretch[] {
  if (sections.length === 0) return [];
  const found: Stretch[] = [];
  for (const [at, { section }] of members.entries()) {
    const name = sectionName({ sections }, section);
    const last = found.at(-1);
    if (last && last.name === name && last.first + last.length === at) last.length += 1;
    else found.push({ name, first: at, length: 1 });
  }
  return found;
}
