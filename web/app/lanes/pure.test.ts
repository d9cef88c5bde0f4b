import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divergences } from './divergences';
import { chosenInLanes, differingFields, withDesign } from './documents';
import { extraOver, runningMeans } from './extra-time';

test('lanes part where their responses lie farther apart than before, by twice', () => {
  const a = [10, 10, 10, 10, 10, 10, 10];
  const b = [10, 12, 13, 14, 10, 50, 60];
  expect(divergences([a, b]).map(({ request }) => request)).toEqual([1, 3, 5]);
  expect(divergences([a, b])[2]).toEqual({ request: 5, least_ns: 10, most_ns: 50, slowest: 1 });
  expect(divergences([a, a])).toEqual([]);
});

test('the first divergence is the first difference there is, and there are few', () => {
  const response = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(response, response, response)), (rows) => {
      const lanes = [0, 1, 2].map((lane) => rows.map((row) => row[lane] ?? 0));
      const found = divergences(lanes);
      const first = rows.findIndex((row) => new Set(row).size > 1);
      expect(found[0]?.request ?? -1).toBe(first);
      expect(found.length).toBeLessThanOrEqual(21);
    }),
  );
});

test('running means end at the mean of all, whatever the bins', () => {
  const responses = [4, 8, 6, 2, 10];
  expect(runningMeans(responses, 2)).toEqual({ requests: [3, 5], mean_ns: [6, 6] });
  expect(runningMeans(responses, 100).requests).toEqual([1, 2, 3, 4, 5]);
  expect(extraOver([1, 2], [4, 1])).toEqual([3, -1]);
});

test('a choice about the requests is made in all lanes, one about the device in the lane in focus', () => {
  const documents = [{ ftl: { kind: 'page' } }, { ftl: { kind: 'fast' } }];
  expect(chosenInLanes(documents, 1, 'workload.write_ratio', 1).map(({ workload }) => workload)).toEqual([
    { write_ratio: 1 },
    { write_ratio: 1 },
  ]);
  expect(chosenInLanes(documents, 1, 'ftl.log_blocks', 3)).toEqual([
    documents[0],
    { ftl: { kind: 'fast', log_blocks: 3 } },
  ]);
  expect(chosenInLanes(documents, null, 'device.read_ns', 3).map(({ device }) => device)).toEqual([
    { read_ns: 3 },
    { read_ns: 3 },
  ]);
});

test('what differs is told by field, and a design brings whole sections', () => {
  const base = { device: { preset: 'toy' }, ftl: { kind: 'page', gc: { policy: 'fifo' } } };
  const designed = withDesign(base, { ftl: { kind: 'fast' } });
  expect(designed).toEqual({ device: { preset: 'toy' }, ftl: { kind: 'fast' } });
  expect(differingFields([base, designed])).toEqual(['ftl.kind', 'ftl.gc.policy']);
});
