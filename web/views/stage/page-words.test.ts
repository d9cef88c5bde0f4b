import { describe, expect, it } from 'vitest';
import { NONE, type StageCells } from '../../engine/protocol';
import { describeDevice, describePage, factsOf, ownName, planeName } from './page-words';

const cells: StageCells = {
  kind: 'cells',
  page_state: Uint8Array.of(2, 1, 0, 0),
  page_owner: Uint32Array.of(7, 3, NONE, NONE),
  page_version: Uint32Array.of(1, 2, 0, 0),
  page_age: Uint32Array.of(9, 1, 0, 0),
  block_state: Uint8Array.of(2, 0),
  block_valid: Uint32Array.of(1, 0),
  block_erases: Uint32Array.of(1, 4),
  mapping: Uint32Array.of(NONE, NONE, NONE, 1),
};

describe('a page in words', () => {
  it('says whose it is, what state it is in, how old it is', () => {
    expect(describePage(factsOf(cells, 1))).toEqual({
      title: 'Logical page 3, in block 0, page 1',
      lines: [
        'valid: this is where the data lives',
        'age: 1 host page write',
        'written 2 times',
        '1 valid page in this block',
        'block erased once (mean of all blocks 2.5)',
      ],
    });
  });

  it('names only the place of a free page', () => {
    const { title, lines } = describePage(factsOf(cells, 2));
    expect(title).toBe('Block 1, page 0');
    expect(lines).toContain('block erased 4 times (mean of all blocks 2.5)');
  });

  it('says only what is known', () => {
    const unknown = {
      state: null,
      lpn: null,
      age_writes: null,
      block_valid: null,
      block_erases: null,
      mean_erases: null,
    };
    expect(describePage({ page: 70, block: 1, offset: 6, ...unknown })).toEqual({
      title: 'Block 1, page 6',
      lines: [],
    });
  });

  it('calls pages of the layer what the headline calls them', () => {
    const own = (lpn: number, layer: object) => ownName(lpn, 100, layer as Parameters<typeof ownName>[2]);
    expect(own(99, {})).toBeNull();
    expect(own(103, {})).toBe('translation page 3');
    expect(own(103, { ttflash: {} })).toBe('the parity of stripe 3');
    expect(own(103, { openchannel: { map: { block_pages: 1 } } })).toBe('map block 3');
    expect(own(135, { openchannel: { map: { block_pages: 16 } } })).toBe('page 4 of map block 2');
    const facts = { ...factsOf(cells, 1), lpn: 103, own_name: own(103, { ttflash: {} }) };
    expect(describePage(facts).title).toBe('The parity of stripe 3, in block 0, page 1');
  });

  it('counts the device by state', () => {
    expect(describeDevice(cells)).toBe('2 blocks, 4 pages: 2 free, 1 valid, 1 invalid.');
  });

  it('names planes channel first, as the device numbers them', () => {
    const shape = { channels: 2, chips_per_channel: 1, planes_per_chip: 2 };
    expect([0, 1, 2, 3].map((plane) => planeName(plane, shape))).toEqual([
      'channel 0 · plane 0',
      'channel 1 · plane 0',
      'channel 0 · plane 1',
      'channel 1 · plane 1',
    ]);
  });
});
