/** What changes in mid-run, as a document says it. Pure. */

import type { ExperimentDocument } from '../engine/protocol';
import { valueAt, withValue } from './experiment';

export const CHANGES = 'run.changes';

/** Other values for some fields, before a request begins. */
export interface Change {
  request: number;
  /** By path, or as a document has them. */
  set: ExperimentDocument;
}

/** In the order of their requests. */
export function changesOf(document: ExperimentDocument): readonly Change[] {
  const stated = valueAt(document, CHANGES);
  return Array.isArray(stated) ? stated : [];
}

/** The document with these and no others. */
export const withChanges = (document: ExperimentDocument, changes: readonly Change[]): ExperimentDocument =>
  withValue(document, CHANGES, changes.length > 0 ? changes : undefined);
