/** What someone needs to see a failure again: the experiment, where it was, and which program it was. */

import type { ExperimentDocument, Failure, Position } from './protocol';

export interface Reproduction {
  flashlab: string;
  link_version: number;
  message: string;
  experiment: ExperimentDocument;
  operation: number | null;
  request: number | null;
  browser: string;
}

export function reproductionOf(
  failure: Failure,
  experiment: ExperimentDocument,
  position: Position | null,
  program: { flashlab: string; link_version: number; browser: string },
): Reproduction {
  return {
    flashlab: program.flashlab,
    link_version: program.link_version,
    message: failure.text,
    experiment,
    operation: position?.op ?? null,
    request: position?.request ?? null,
    browser: program.browser,
  };
}
