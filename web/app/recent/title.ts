/** What an experiment is called: what differs from the defaults, its layer and its requests first. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt, wordOf } from '../experiment';

/** Fields that are told besides layer, buffer and requests. */
const OTHERS_MAX = 2;
const FIRST = ['ftl.kind', 'buffer.kind', 'device.preset', 'workload.file', 'workload.kind'];

/** "dftl, toy, uniform, over provisioning 1"; of lanes side by side "page against fast". */
export function titleOf(documents: readonly ExperimentDocument[]): string {
  const [document = {}, ...beside] = documents;
  if (beside.length > 0) return documents.map((each) => wordOf(valueAt(each, 'ftl.kind') ?? 'page')).join(' against ');
  const told = FIRST.map((path) => valueAt(document, path)).filter((value) => value !== undefined);
  const file = valueAt(document, 'workload.file');
  const words = told.filter((value) => !(file !== undefined && value === 'trace')).map(wordOf);
  const others = leavesOf(document).filter(([path]) => !FIRST.includes(path));
  const more = others.length > OTHERS_MAX ? [`${others.length - OTHERS_MAX} more`] : [];
  const title = [...words, ...others.slice(0, OTHERS_MAX).map(inWords), ...more].join(', ');
  return title === '' ? 'All defaults' : title;
}

const inWords = ([path, value]: readonly [string, unknown]): string =>
  `${path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')} ${wordOf(value)}`;

/** Paths and values of what is set. */
function leavesOf(value: object, above = ''): (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(inner, `${above}${name}.`)
      : [[`${above}${name}`, inner] as const],
  );
}
