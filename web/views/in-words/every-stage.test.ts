/** Every layer and buffer is told: what its stage is about, without what it has not. */

import { expect, test } from 'vitest';
import { initialState } from '../../app/initial-state';
import type { ExperimentDocument } from '../../engine/protocol';
import { openCore } from '../../fixtures/core';
import type { Account } from '../stage-kit/text-account';
import { accountsOf } from './in-words';

const DEVICE = { preset: 'toy', blocks_per_plane: 32, over_provisioning: 1 };
const WORKLOAD = { kind: 'hotcold', requests: 400, request_pages: 1, write_ratio: 0.8 };
const REQUESTS = [0, 1, 40, 120, 400];

const told = (document: ExperimentDocument, request: number): readonly Account[] => {
  const { opened, toRequest } = openCore(document);
  return accountsOf({ ...initialState(), screen: 'workbench', document, opened, frame: toRequest(request) });
};

const layer = (ftl: object): ExperimentDocument => ({ device: DEVICE, ftl, workload: WORKLOAD });
const buffer = (kind: string): ExperimentDocument => ({
  device: DEVICE,
  buffer: { kind, bytes: 49_152 },
  ftl: { kind: kind === 'ref' ? 'bast' : 'page' },
  workload: WORKLOAD,
});

/** At request 120: the parts that only this stage has, and what one of their lines says. */
const STAGES: readonly (readonly [name: string, document: ExperimentDocument, part: string, says: RegExp])[] = [
  ['block', layer({ kind: 'block' }), 'Rebuilds', /^B\d+: full merge/],
  ['nftl', layer({ kind: 'nftl' }), 'Chains', /^chain of B\d+: \d of \d replacement block/],
  ['bast', layer({ kind: 'bast' }), 'Log blocks', /^B\d+'s log, block \d+: \d live and \d dead of 4 pages/],
  ['sast', layer({ kind: 'sast' }), 'Groups', /^group of B\d+ to B\d+: \d of \d log block/],
  ['fast', layer({ kind: 'fast' }), 'Log blocks', /^log \d+: \d live and \d dead of 4 pages, \d+ block/],
  ['kast', layer({ kind: 'kast' }), 'Log blocks', /^log \d+: \d live and \d dead of 4 pages, \d+ block/],
  ['last', layer({ kind: 'last' }), 'Log blocks', /^(hot|cold), block \d+: \d live and \d dead of 4 pages/],
  ['superblock', layer({ kind: 'superblock' }), 'Blocks of the superblock', /^block \d+: \d live and \d dead/],
  ['dftl', layer({ kind: 'dftl', gc: { low: 4, high: 5 } }), 'Translation pages', /^translation page \d+ at \d+·\d/],
  ['cftl', layer({ kind: 'cftl', gc: { low: 4, high: 5 } }), 'Translation pages', /^translation page \d+ at \d+·\d/],
  ['lru', buffer('lru'), 'Line', /^from the front \(used last\)/],
  ['cflru', buffer('cflru'), 'Line', /are the window: clean pages leave first$/],
  ['fab', buffer('fab'), 'Order of leaving', /^B\d+: pages? .*, size \d/],
  ['bplru', buffer('bplru'), 'Order of leaving', /place from the old end 1$/],
  ['clc', buffer('clc'), 'Order of leaving', /by size, age \d+, size \d/],
  ['ref', buffer('ref'), 'Order of leaving', /victim window/],
  ['bpac', buffer('bpac'), 'Order of leaving', /block list/],
  ['capbacked', buffer('capbacked'), 'Line', /would lose nothing: the capacitor keeps/],
  ['lbuffer', buffer('lbuffer'), 'Order of leaving', /density/],
];

test.each(STAGES)('the stage of %s is told by its own parts', (_, document, part, says) => {
  const account = told(document, 120).find(({ name }) => name === part);
  expect(account?.lines).toContainEqual(expect.stringMatching(says));
});

test.each(STAGES)('whatever the moment, the account of %s has whole sentences', (_, document) => {
  for (const request of REQUESTS)
    for (const { name, lines } of told(document, request))
      for (const line of lines) expect(`${name}: ${line}`).not.toMatch(/undefined|NaN|null|\*\*|[:,;]\s*$|\(\)|, ,/);
});

test('a superblock has no logs, and none is told', () => {
  const accounts = told(layer({ kind: 'superblock' }), 120);
  expect(accounts.flatMap(({ name, lines }) => [name, ...lines]).filter((line) => /\blogs?\b/.test(line))).toEqual([]);
});
