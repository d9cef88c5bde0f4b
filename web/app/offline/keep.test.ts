import { expect, test } from 'vitest';
import { stateOf } from './keep';

const worker = {} as ServiceWorker;
const none = { active: null, waiting: null, installing: null };

test('what the browser has registered says whether the page is kept', () => {
  expect(stateOf(none)).toBe('unknown');
  expect(stateOf({ ...none, installing: worker })).toBe('keeping');
  expect(stateOf({ ...none, waiting: worker }), 'the first version takes over by itself').toBe('keeping');
  expect(stateOf({ ...none, active: worker })).toBe('kept');
  expect(stateOf({ ...none, active: worker, installing: worker }), 'a new one that is not complete yet').toBe('kept');
  expect(stateOf({ ...none, active: worker, waiting: worker })).toBe('newer');
});
