import { expect, test } from 'vitest';
import { type Course, type CoursesState, NO_COURSES } from '../../app/lanes/courses-state';
import { requestsInWords } from './status';

const courses = (...fingerprints: (string | null)[]): CoursesState => ({
  ...NO_COURSES,
  runs: fingerprints.map((fingerprint) => (fingerprint === null ? null : ({ fingerprint } as Course))),
});

test('the status line says whether lanes were given the same requests, once that is known', () => {
  expect(requestsInWords(courses('3a89e54530534c33', '3a89e54530534c33'), 2)).toBe(
    '✓ two lanes, identical requests (hash 3a89 e545)',
  );
  expect(requestsInWords(courses('3a89e54530534c33', '00'), 2)).toBe('✕ two lanes were not given the same requests');
  expect(requestsInWords(courses('3a89e54530534c33', null), 2)).toBe('');
});
