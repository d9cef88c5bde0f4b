/** Experiments side by side: what they share, what differs, and what a change to one means for the others. Pure. */

import type { ExperimentDocument } from '../../engine/protocol';
import { CHANGES } from '../changes';
import { leaves, valueAt, withChoice, withValue } from '../experiment';

/** Lanes see the same requests, on devices found alike. */
const ALWAYS_SHARED: readonly string[] = ['workload', 'run'];
/** What a lane changes on the way is its own, and when its power fails. */
const OWN_FIELDS: readonly string[] = [CHANGES, 'run.power_cut', 'run.power_cut_request'];

const sectionOf = (path: string): string => path.split('.')[0] ?? '';

/** Whether a field is the same for all lanes by its nature. */
export const isAlwaysShared = (path: string): boolean =>
  ALWAYS_SHARED.includes(sectionOf(path)) && !OWN_FIELDS.includes(path);

/**
 * The lanes' documents with a user's choice in them: in all lanes where the field is of the requests or no lane is in focus, else in
 * the one in focus.
 */
export function chosenInLanes(
  documents: readonly ExperimentDocument[],
  focus: number | null,
  path: string,
  value: unknown,
): readonly ExperimentDocument[] {
  const concerns = (index: number): boolean => focus === null || focus === index || isAlwaysShared(path);
  return documents.map((document, index) => (concerns(index) ? withChoice(document, path, value) : document));
}

/** Fields in which the lanes' opened documents differ, by section in the order of the document. */
export function differingFields(documents: readonly ExperimentDocument[]): readonly string[] {
  const paths = new Set(documents.flatMap((document) => leaves(document).map(([path]) => path)));
  const shown = (document: ExperimentDocument, path: string): string => JSON.stringify(valueAt(document, path));
  return [...paths].filter((path) => new Set(documents.map((document) => shown(document, path))).size > 1);
}

/** `document` with the sections of `design` in the place of its own. */
export const withDesign = (document: ExperimentDocument, design: ExperimentDocument): ExperimentDocument =>
  Object.entries(design).reduce((next, [section, fields]) => withValue(next, section, fields), document);
