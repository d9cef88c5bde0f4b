/** A layer is drawn and told by what it says of itself: a copy of another under a name of its own looks the same. */

import { expect, test } from 'vitest';
import { withValue } from '../../../app/experiment';
import type { StepUnit } from '../../../engine/protocol';
import { openCore } from '../../../fixtures/core';
import { costOf } from './cost';
import { type LogsPicture, pictureOf, ridesAlong } from './picture';
import { accounts } from './words';

/** The first merge or collection of a layer on a small device, as a layer called `name` would show it. */
function pictureAs(name: string, kind: string): LogsPicture {
  const awaited: StepUnit = kind === 'superblock' ? 'gc' : 'merge';
  const device = { preset: 'toy', blocks_per_plane: 16 };
  const workload = { kind: 'uniform', requests: 400, write_ratio: 1 };
  const { opened, step } = openCore({ device, workload, ftl: { kind }, run: { initial_state: 'full_seq' } });
  const frame = step(awaited, 1);
  const document = withValue(opened.document, 'ftl.kind', name);
  const picture = pictureOf(frame, opened.geometry, { ...opened, document }, frame.operations.at(-1) ?? null);
  if (!picture) throw new Error(`${kind} says nothing of updates`);
  return picture;
}

const LAYERS = ['block', 'nftl', 'bast', 'sast', 'fast', 'kast', 'last', 'superblock'];

test.each(LAYERS)('a copy of %s under another name has its words and costs', (kind) => {
  const [known, copy] = [pictureAs(kind, kind), pictureAs('blockcopy', kind)];
  expect(accounts(known).length).toBeGreaterThan(1);
  expect(accounts(copy)).toEqual(accounts(known));
  const costs = ({ merges, ...rest }: LogsPicture) => merges && costOf(merges, ridesAlong({ merges, ...rest }));
  expect(costs(copy)).toEqual(costs(known));
});

test('a rebuild of a copy of block mapping takes the page of the host along', () => {
  const copy = pictureAs('blockcopy', 'block');
  expect(ridesAlong(copy)).toBe(true);
  expect(accounts(copy).flatMap(({ lines }) => lines)).not.toContainEqual(expect.stringContaining('from the logs'));
});
