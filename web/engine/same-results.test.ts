/** WebAssembly gives what the native core gives, bit for bit: the results on record, of every layer on its clocks and of every buffer. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCore } from '../fixtures/core';
import type { CoreSession, SessionFigures } from './core';
import type { ExperimentDocument } from './protocol';

interface Result {
  document: ExperimentDocument;
  log: string;
  report: string;
}

const { results }: { results: Record<string, Result> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../sim-core/tests/fixtures/results.json'), 'utf8'),
);

const BUDGET_MS = 1000;

const digest = (...parts: (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function logOf(session: SessionFigures): string {
  session.log_begin('csv', 0);
  const pieces: Uint8Array[] = [];
  for (let piece = session.log_step(BUDGET_MS); piece; piece = session.log_step(BUDGET_MS)) pieces.push(piece);
  return digest(...pieces);
}

/** But for how long it took here. */
function reportOf(session: SessionFigures): string {
  session.report_begin();
  while (!session.report_step(BUDGET_MS));
  const [before = '', engine = ''] = session.report().split('"engine": {');
  return digest(before, engine.slice(engine.indexOf('}') + 1));
}

test.each(Object.entries(results))('%s', (_, { document, log, report }) => {
  const session = openCore(document).session as CoreSession & SessionFigures;
  expect({ log: logOf(session), report: reportOf(session) }).toEqual({ log, report });
});
