/** An experiment as a document; `app/experiment.ts` knows its fields. */
export type ExperimentDocument = Record<string, unknown>;
