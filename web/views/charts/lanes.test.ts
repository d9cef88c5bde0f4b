import { expect, test } from 'vitest';
import { ENTRY } from '../../fixtures/figure';
import { lanesOf, shortTitle } from './lanes';

const ALPHAS = ['device', 'host', ...[-1, -0.5, -0.25, 0, 0.25, 0.5, 1].map((alpha) => `alpha${alpha}`), 'offline'];
const systems = ALPHAS.map((id) => ({ id, title: id }));

test('ten lanes differ in letter, dash and colour; what is proposed is the last, in its own colour', () => {
  const lanes = lanesOf({ systems });
  for (const key of ['letter', 'dash', 'colour'] as const)
    expect(new Set(lanes.map((lane) => lane[key])).size).toBe(10);
  expect(lanes.at(-1)).toMatchObject({ system: 'device', letter: 'J', colour: 'var(--lane-d)', subject: true });
  expect(lanesOf(ENTRY).at(-1)).toMatchObject({ system: 'clash', letter: 'D', colour: 'var(--lane-d)' });
});

test('where nothing is proposed, lanes stand as they are listed', () => {
  const lanes = lanesOf({ systems: systems.slice(2, 5) });
  expect(lanes.map(({ system, subject }) => [system, subject])).toEqual([
    ['alpha-1', false],
    ['alpha-0.5', false],
    ['alpha-0.25', false],
  ]);
});

test('where no lane would have its colour, what is proposed keeps the one of its letter', () => {
  const lanes = lanesOf({ systems: ['device', 'page', 'host'].map((id) => ({ id, title: id })) });
  expect(lanes.map(({ system, colour }) => [system, colour])).toEqual([
    ['page', 'var(--lane-a)'],
    ['host', 'var(--lane-b)'],
    ['device', 'var(--lane-c)'],
  ]);
});

test('short titles tell systems apart', () => {
  const titles = [
    'l-buffer (device)',
    'l-buffer (host)',
    'log 64 MiB',
    'log 512 MiB',
    'page mapping',
    'unpronounceable',
  ];
  expect(titles.map((title) => shortTitle(title, titles))).toEqual([
    'device',
    'host',
    '64 MiB',
    '512 MiB',
    'page',
    'unpronou…',
  ]);
  expect(shortTitle('block map', [])).toBe('block map');
  expect(shortTitle('selective mapping', [])).toBe('selective');
  expect(shortTitle('unpronounceable', ['unpronounceable', 'unpronounceable too'])).toBe('unpronou…');
});
