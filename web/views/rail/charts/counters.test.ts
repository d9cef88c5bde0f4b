// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawWriteBuffer } from './buffer';
import { drawMapCache } from './map-cache';
import { drawMerges } from './merges';
import { drawPageCache } from './ram';

test('merges are told by price, with the rebuilds that a log block took', () => {
  const merges = { switch: 1, partial: 2, full: 6, reclaims: 2, associativity_sum: 5, associativity_max: 3 };
  const drawing = drawMerges(merges, 340);
  expect(drawing.figure).toBe('switch **1** · partial **2** · full **6**');
  expect(drawing.nodes.map(({ textContent }) => textContent).join(' ')).toContain('2.50 rebuilds each, at most 3');
  expect(drawMerges({ ...merges, switch: 0, partial: 0, full: 0 }, 340).needs).not.toBeNull();
});

test('the map cache tells hits and traffic', () => {
  const cache = { lookups: 8, hits: 3, evictions: 3, write_backs: 2, lazy_updates: 0 };
  const drawing = drawMapCache({ ...cache, reads: [7, 0, 0], programs: [2, 0, 0] }, 340);
  expect(drawing.figure).toBe('hits **37.5\u00a0%** of 8');
  expect(drawing.label).toContain('7 translation pages read, 2 programmed');
});

test('pages in RAM: what was found where, and how full the flushed blocks were', () => {
  const cache = {
    read: [1, 2, 7],
    write: [3, 1, 26],
    set_evictions: 6,
    swaps: 1,
    flushes: 2,
    flushed_pages: 7,
    read_up: 1,
  };
  const drawing = drawPageCache(cache as Parameters<typeof drawPageCache>[0], 4, 340);
  expect(drawing.figure).toBe('found **17.5\u00a0%** of 40');
  const words = drawing.nodes.map(({ textContent }) => textContent).join(' ');
  expect(words).toContain('1 swap, 6 sets down to a slot');
  expect(words).toContain('2 flushes: 3.50 of 4 pages in RAM, 0.50 from flash');
  expect(drawing.table().rows).toEqual([
    ['page slots', '1', '3'],
    ['block slots', '2', '1'],
    ['misses', '7', '26'],
  ]);
  const idle = { ...cache, read: [0, 0, 0], write: [0, 0, 0], flushes: 0 };
  expect(drawPageCache(idle as Parameters<typeof drawPageCache>[0], 4, 340).needs).not.toBeNull();
});

test('a write buffer: what was found there, how much left at a time and how old, and what had to be read for it', () => {
  const buffer: Parameters<typeof drawWriteBuffer>[0] = {
    read: [1, 9],
    write: [30, 10],
    flushes: 4,
    plugs: 1,
    flushed_pages: 50,
    padding_reads: 91,
    fill_reads: 3,
    victim_age_sum: 2048,
    groups: 5,
    used: 8,
    capacity: 8,
  };
  const drawing = drawWriteBuffer(buffer, 340);
  expect(drawing.figure).toBe('found **62\u00a0%** of 50');
  const words = drawing.nodes.map(({ textContent }) => textContent).join(' ');
  expect(words).toContain('4 flushes of 12.50 pages each, 1 plugged');
  expect(words).toContain('5 blocks in RAM; victims untouched for 512 writes');
  expect(words).toContain('reads: 91 to fill holes, 3 to complete pages');
  const once = drawWriteBuffer({ ...buffer, flushes: 1, plugs: 0, flushed_pages: 3 }, 340);
  expect(once.nodes.map(({ textContent }) => textContent).join(' ')).toContain('1 flush of 3 pages 5 blocks');
  const young = { ...buffer, flushes: 0, plugs: 0, padding_reads: 0, fill_reads: 0 };
  expect(drawWriteBuffer(young, 340).label).toContain('nothing evicted yet');
  expect(drawWriteBuffer({ ...young, read: [0, 0], write: [0, 0] }, 340).needs).not.toBeNull();
});
