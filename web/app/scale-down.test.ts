import { expect, test } from 'vitest';
import type { Estimate, ExperimentDocument, Schema } from '../engine/protocol';
import { requestsOf } from './confirm-cost';
import { asksFirst, MEMORY_MAX_BYTES } from './opening-cost';
import { next, scaledDown, smallerOf } from './scale-down';

const SCHEMA = {
  presets: { large: { title: '', help: '', values: { 'device.blocks_per_plane': 1 << 16 } } },
} as unknown as Schema;

interface Device {
  preset?: string;
  blocks_per_plane?: number;
}

/** A block has 64 pages, and every page is written `written` times before the first request. */
const estimateOf =
  (written: number, least_blocks = 1) =>
  async ({ device, workload }: ExperimentDocument): Promise<Estimate | null> => {
    const blocks = (device as Device | undefined)?.blocks_per_plane ?? 1 << 16;
    const pages = 64 * blocks;
    if (blocks < least_blocks) return null;
    return {
      pages,
      watchable: true,
      watched_bytes: 250 * pages,
      run_bytes: 40 * pages,
      prepared_pages: written * pages,
      requests: (workload as { requests?: number } | undefined)?.requests ?? 60_000,
      has_stripes: false,
    };
  };
const plain = (text: string | undefined): string => (text ?? '').replace(/[\u202f\u00a0]/g, ' ');
const TINY: ExperimentDocument = { device: { blocks_per_plane: 16 }, workload: { requests: 1e12 } };

test('a device of gigabytes is halved until it opens at once', async () => {
  const document = { device: { preset: 'any', blocks_per_plane: 1 << 20 } };
  const smaller = await smallerOf([document], SCHEMA, estimateOf(0));
  expect(smaller?.words).toMatch(/^1\/(32|64) of the capacity$/);
  const lanes = await Promise.all((smaller?.documents ?? []).map(estimateOf(0)));
  expect(
    asksFirst(
      lanes.filter((lane) => lane !== null),
      0,
    ),
  ).toBeNull();
  expect(smaller?.documents[0]).toMatchObject({ device: { preset: 'any' } });
});

test('a device that its preset sizes is made smaller as well', async () => {
  const smaller = await smallerOf([{ device: { preset: 'large' } }], SCHEMA, estimateOf(4));
  const device = smaller?.documents[0]?.device as Device | undefined;
  expect(device?.blocks_per_plane).toBeLessThan(1 << 15);
});

test('endless runs of lanes are cut short in every lane, and the capacity stays', async () => {
  const smaller = await smallerOf([TINY, TINY], SCHEMA, estimateOf(0));
  expect(plain(smaller?.words)).toBe('60 000 requests');
  for (const document of smaller?.documents ?? []) {
    expect(document).toEqual({ device: { blocks_per_plane: 16 }, workload: { requests: 60_000 } });
  }
});

test('there is none where nothing is too much but the moment, or where the layer refuses a smaller device', async () => {
  expect(await smallerOf([TINY], SCHEMA, estimateOf(0))).toBeNull();
  const document = { device: { blocks_per_plane: 1 << 20 } };
  expect(await smallerOf([document], SCHEMA, estimateOf(0, 1 << 18))).toBeNull();
});

test('where nothing helps it is given up', async () => {
  let tries = 0;
  const never = async (): Promise<Estimate> => {
    tries += 1;
    return { ...LANE, prepared_pages: 1e9 };
  };
  expect(await smallerOf([TINY], SCHEMA, never)).toBeNull();
  expect(tries).toBe(6);
});

const LANE: Estimate = {
  pages: 0,
  watchable: true,
  watched_bytes: 0,
  run_bytes: 0,
  prepared_pages: 0,
  requests: 0,
  has_stripes: false,
};

test('the next scale is smaller by as much as is too much', () => {
  const start = { halvings: 1, requests: null };
  const memory = (share: number) => next(start, [{ ...LANE, watched_bytes: share * MEMORY_MAX_BYTES }]).halvings;
  expect([0, 0.4, 1, 2, 2.1].map(memory)).toEqual([1, 1, 1, 2, 3]);
  const runs = (...requests: number[]) =>
    next(
      start,
      requests.map((each) => ({ ...LANE, requests: each })),
    ).requests;
  expect(runs(62_500, 62_500), 'exactly what there is time for').toBeNull();
  // 1.4 s, where a quarter of one is to be had.
  expect(runs(100_000, 600_000)).toBe(100_000);
});

test('a device is made smaller in the field that sizes it, and has a block left', () => {
  const large = { device: { preset: 'large' } };
  expect(scaledDown(large, { halvings: 0, requests: 5 }, SCHEMA)).toEqual({ ...large, workload: { requests: 5 } });
  const size = (blocks_per_plane: number, halvings: number) =>
    scaledDown({ device: { blocks_per_plane } }, { halvings, requests: null }, SCHEMA);
  expect([size(100, 3), size(4, 5)]).toEqual([
    { device: { blocks_per_plane: 12 } },
    { device: { blocks_per_plane: 1 } },
  ]);
  const unknown = { device: { preset: 'of another version' } };
  expect(scaledDown(unknown, { halvings: 3, requests: null }, SCHEMA)).toEqual(unknown);
});

test('the requests of a trace are known once it has been read', () => {
  const document = { workload: { kind: 'trace', file: 'disk.spc', device: 1 } };
  const trace = {
    name: 'disk.spc',
    devices: [
      { device: 0, requests: 900_000 },
      { device: 1, requests: 70_000 },
    ],
  } as unknown as Parameters<typeof requestsOf>[2];
  expect(requestsOf(document, { requests: null }, null)).toBeNull();
  expect(requestsOf(document, { requests: null }, trace)).toBe(70_000);
  expect(requestsOf(document, { requests: 500 }, trace)).toBe(500);
  expect(requestsOf({ workload: { kind: 'trace', file: 'other' } }, { requests: null }, trace)).toBeNull();
  expect(requestsOf({ workload: { kind: 'trace', file: 'disk.spc' } }, { requests: null }, trace)).toBe(900_000);
});
