import { expect, test } from 'vitest';
import { type FullRun, type FullRunsState, NO_FULL_RUNS } from '../../app/lanes/full-runs-state';
import { requestsInWords } from './status';

const full_runs = (...fingerprints: (string | null)[]): FullRunsState => ({
  ...NO_FULL_RUNS,
  runs: fingerprints.map((fingerprint) => (fingerprint === null ? null : ({ fingerprint } as FullRun))),
});

test('the status line says whether lanes were given the same requests, once that is known', () => {
  expect(requestsInWords(full_runs('3a89e54530534c33', '3a89e54530534c33'), 2)).toBe(
    '✓ two lanes, identical requests (hash 3a89 e545)',
  );
  expect(requestsInWords(full_runs('3a89e54530534c33', '00'), 2)).toBe('✕ two lanes were not given the same requests');
  expect(requestsInWords(full_runs('3a89e54530534c33', null), 2)).toBe('');
});
