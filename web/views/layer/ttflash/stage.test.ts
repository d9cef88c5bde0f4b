import { expect, test } from 'vitest';
import { stripeOf } from '../../../fixtures/stripe';
import { base, early, lost, picture, readOf, rebuilt, viewOf } from '../../../fixtures/ttflash';
import { BOLD, digitsWidth } from '../../../render/text-width';
import { accounts, boardInWords } from './accounts';
import { aheadWords } from './ahead';
import { inWords, noteOf, ticksOf } from './arrival';
import { boardLayout, cardAt, rowRect } from './board-layout';
import { litChannels, shownPages } from './board-paint';
import { fillOf, isNow, nextHolder, stillWaits } from './model';
import { dataPages, firstLpn, listed, pageNames, planeName, shortened } from './names';
import { footWords } from './plane-footer';
import { ms, planeLines, queueWords, stateWords } from './plane-words';
import { marksOf } from './queue-marks';
import { classOf, partsOf, placesOf } from './ram-scene';
import { sidePlaces } from './side-places';
import { choiceRows, storyAhead, storyOf } from './story';
import { bitsOf, resultChannel, sumOf, xorPlaces } from './xor-sum';

const ROW = { channels: 4, parity: true };

/** Thin and unbreakable spaces are for the eye. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const linesOf = (of: ReturnType<typeof accounts>, name: string): string[] =>
  (of.find((one) => one.name === name)?.lines ?? []).map(plain);

test('pages, parities and planes have their names', () => {
  expect(planeName(6, 4)).toBe('G1·C2');
  expect(dataPages(ROW)).toBe(3);
  expect(firstLpn(5, ROW)).toBe(15);
  expect(firstLpn(5, { ...ROW, parity: false })).toBe(20);
  expect(pageNames({ stripe: 1, lpn: null }, ROW)).toEqual(['P3–5', 'P']);
  expect(pageNames({ stripe: 1, lpn: 4 }, ROW)).toEqual(['4']);
  expect(shortened(pageNames({ stripe: 0, lpn: 23820 }, ROW))).toEqual(['23\u202f820', '…820', '…20']);
  expect(shortened(['P3–5', 'P'])).toEqual(['P3–5', 'P']);
  expect(listed(['3', '5', 'P'])).toBe('3, 5 and P');
  expect(listed(['3'])).toBe('3');
});

test('a stripe adds up, whichever of its pages is looked for', () => {
  const stripe = stripeOf(1, 4, 4);
  expect(stripe.members.map(({ lpn }) => lpn)).toEqual([3, 4, null, 5]);
  for (const channel of [0, 1, 2, 3]) {
    const sum = sumOf(stripe, channel);
    expect(sum?.adds_up).toBe(true);
    expect(sum?.terms).toHaveLength(3);
    expect(sum?.result.member.channel).toBe(channel);
  }
  const [first, ...others] = stripe.members;
  if (!first) throw new Error('no members');
  const broken = { ...stripe, members: [{ ...first, content: '0000000000000000' }, ...others] };
  expect(bitsOf(first)).not.toEqual(bitsOf({ content: '00' }));
  expect(sumOf(broken, 1)?.adds_up).toBe(false);
  expect(sumOf(stripeOf(1, 4, 4, false), 1)).toBeNull();
  expect(bitsOf({ content: '00000000000000a5' })).toEqual([true, false, true, false, false, true, false, true]);
});

test('what the others add up to is the rebuilt page; else the parity; else the page pointed at', () => {
  const now = picture(rebuilt());
  expect(resultChannel(now)).toBe(1);
  expect(resultChannel(picture(early()))).toBe(stripeOf(2, 4, 4).parity_channel);
  expect(resultChannel({ ...now, asked: true, asked_lpn: 5 })).toBe(3);
  expect(resultChannel({ ...now, request: 400 })).toBe(2);
});

test('bits of many pages take more lines, and digits only where they can be read', () => {
  expect(xorPlaces(4, { width: 480, text_px: 12.5 })).toMatchObject({ lines: 1, per_line: 4, digits: true });
  expect(xorPlaces(4, { width: 362, text_px: 12.5 })).toMatchObject({ lines: 2, per_line: 2, digits: true });
  expect(xorPlaces(8, { width: 480, text_px: 12.5 })).toMatchObject({ lines: 2, per_line: 4, digits: true });
  const many = xorPlaces(16, { width: 480, text_px: 12.5 });
  expect(many).toMatchObject({ lines: 3, digits: false });
  expect(many.pitch * many.per_line).toBeLessThanOrEqual(481);
});

test('the same read twice: one waits, the other is rebuilt, and only one of them happened', () => {
  const view = rebuilt();
  if (!view.read) throw new Error('no read');
  const { without, with: beside, times } = storyOf(view, view.read);
  expect(without).toMatchObject({ real: false, blocks: 'channel', read: 'waits', ns: 41_400_000 });
  expect(beside).toMatchObject({ real: true, blocks: 'plane', read: 'rebuilt', ns: 143_000 });
  expect(Math.round(times ?? 0)).toBe(290);
  expect(plain(inWords({ without, with: beside, times }))).toBe(
    'Without ttFlash after 41.4 ms, with ttflash after 143 µs: 290 times sooner',
  );
});

test.each([
  ['later', { read: 'waits', words: 'waits on purpose' }],
  ['several', { read: 'waits', words: 'one parity replaces one page' }],
] as const)('a read that waits says why: %s', (why, expected) => {
  const view = rebuilt(undefined, { choice: 'waited', why });
  if (!view.read) throw new Error('no read');
  const story = storyOf(view, view.read);
  expect(story.with).toMatchObject(expected);
  expect(story.times).toBeNull();
  expect(choiceRows(view, view.read)[0]).toMatchObject({ label: 'wait for the plane', chosen: true });
});

test('without parity it is this device that waits, and the other half is a what-if', () => {
  const view = base();
  if (!view.read) throw new Error('no read');
  const { without, with: beside } = storyOf(view, view.read);
  expect(without).toMatchObject({ title: 'This device', real: true, blocks: 'channel', read: 'waits' });
  expect(beside).toMatchObject({ real: false, read: 'rebuilt' });
  expect(choiceRows(view, view.read).map(({ label, answer }) => plain(`${label}: ${answer}`))).toEqual([
    'wait for the plane: 41.4 ms',
    'reconstruct: no parity: cannot',
  ]);
});

test('of a lost plane there is nothing to wait for', () => {
  const view = lost();
  if (!view.read) throw new Error('no read');
  const { without, with: beside, times } = storyOf(view, view.read);
  expect(without).toMatchObject({ read: 'lost', ns: null, blocks: 'lost' });
  expect(beside).toMatchObject({ read: 'rebuilt', ns: 143_000 });
  expect(times).toBeNull();
  expect(choiceRows(view, view.read).map(({ answer }) => plain(answer))).toEqual(['0.143 ms', 'never']);
});

test('before any read has met a collection the stage says what there is to wait for', () => {
  expect(aheadWords(picture(early()))).toContain('No plane has had to collect yet. For the first that does');
  const waiting = viewOf({ channels: 4, groups: 4, series: 'base', parity: false });
  expect(aheadWords(picture(waiting))).toContain(
    'No read has met a collecting plane yet. The first that does will wait',
  );
  expect(aheadWords(picture({ ...waiting, blocking: 'none' }))).toContain('no read ever waits');
  expect(storyAhead(waiting).without.title).toBe('This device');
});

test('the rule is shown with its numbers', () => {
  const view = rebuilt(undefined, { busy_channels: 2 });
  if (!view.read) throw new Error('no read');
  const [first, second] = choiceRows(view, view.read);
  expect([first?.label, first?.remaining, first?.busy, first?.reads].map((one) => plain(one ?? ''))).toEqual([
    'reconstruct from 3, P and 5',
    '41.26 ms',
    '2 × 140 µs = 280 µs',
    '3',
  ]);
  expect(second?.chosen).toBe(false);
  const eight = rebuilt({ channels: 8, groups: 8 });
  if (!eight.read) throw new Error('no read');
  expect(choiceRows(eight, eight.read)[0]?.label).toBe('reconstruct');
});

test('times that are compared have one unit; round steps on the axis', () => {
  expect([143_000, 41_400_000, 0].map((ns) => plain(ms(ns)))).toEqual(['0.143 ms', '41.4 ms', '0 ns']);
  expect(ticksOf(41_400_000)).toEqual([0, 1e7, 2e7, 3e7, 4e7]);
  expect(ticksOf(143_000)).toEqual([0, 50_000, 100_000]);
});

test('how far the clock has come since the read', () => {
  const now = picture(rebuilt());
  expect(plain(noteOf(now))).toBe('▾ now: waiting would take another 37.4 ms');
  expect(noteOf({ ...now, now_ns: now.now_ns + 1e9, request: 112 })).toBe('one time axis, to scale; 12 requests ago');
  expect(noteOf(picture(base()))).toBe('one time axis, to scale');
});

test('planes light up for the read of the request being served, and for no other', () => {
  const now = picture(rebuilt());
  expect(isNow(now)).toBe(true);
  expect([...litChannels(now).read]).toEqual([0, 2, 3]);
  expect(litChannels(now).missing).toBe(1);
  expect(litChannels({ ...now, request: 300 }).missing).toBeNull();
  expect(shownPages(now, 5)).toEqual([
    { stripe: 1, lpn: 4, lit: 'missing' },
    { stripe: 5, lpn: null, lit: null },
  ]);
  const asked = { ...now, asked: true, asked_lpn: 16, stripe: stripeOf(5, 4, 4) };
  expect(shownPages(asked, 6)[0]).toEqual({ stripe: 5, lpn: 16, lit: 'asked' });
  const { read } = now.view;
  if (!read) throw new Error('no read');
  expect(stillWaits(read, now.now_ns)).toBe(true);
  expect(stillWaits(read, read.at_ns + read.wait_ns)).toBe(false);
});

test('the token goes on to the next plane of the group that waits', () => {
  expect(nextHolder(rebuilt(), 5)).toBe(7);
  expect(nextHolder(rebuilt(), 12)).toBe(14);
  expect(nextHolder(rebuilt(), 3)).toBeNull();
});

test('a bar fills as blocks run out and reaches its mark where the plane wants to collect', () => {
  const at = (free_blocks: number) => fillOf({ free_blocks, blocks: 64 }, { gc_start: 4, gc_stop: 5 });
  expect(at(4).fill).toBeCloseTo(at(4).mark);
  expect(at(0).fill).toBe(1);
  expect(at(60).fill).toBe(0);
  expect(fillOf({ free_blocks: 1, blocks: 1 }, { gc_start: 2, gc_stop: 3 }).mark).toBe(0);
});

test('what runs and what queues is marked and told', () => {
  const plane = { running: 'copy', queue: { reads: 2, programs: 0, collecting: 5 } } as const;
  expect(marksOf(plane)).toEqual([
    { kind: 'read', count: 2, runs: false },
    { kind: 'collect', count: 5, runs: true },
  ]);
  expect(queueWords(plane)).toBe('2 reads, 5 commands of its collection wait here');
  expect(queueWords({ queue: { reads: 1, programs: 0, collecting: 0 } })).toBe('1 read waits here');
  const view = rebuilt();
  expect(planeLines(view, 5).map(plain)).toEqual(
    expect.arrayContaining([
      'collects for another 41.26 ms',
      'victim block 17: 46 pages to move',
      'has the token of its group',
    ]),
  );
  const waiting = view.planes[7];
  if (!waiting) throw new Error('no plane');
  expect(stateWords(waiting, view)[0]).toBe('waits for token');
  expect(plain(footWords(view, 7))).toBe('G1·C3 waits for its token; 3 of 64 blocks free.');
  expect(plain(footWords(view, null))).toContain('30 412 reads, 294 reconstructed');
  expect(footWords(lost(), 5)).toContain('G1·C1 is lost');
});

test('stripes in RAM: full, partial, leaving, waiting for a plane; parts add up to what is used', () => {
  const stripe = { stripe: 9, group: 1, pages: 3, dirty: [0, 1, 2], leaving: [], held: [] };
  expect(classOf(stripe)).toBe('full');
  expect(classOf({ ...stripe, dirty: [1] })).toBe('partial');
  expect(classOf({ ...stripe, dirty: [], leaving: [0, 1] })).toBe('leaving');
  expect(classOf({ ...stripe, leaving: [0, 1], held: [1] })).toBe('waits for its plane');
  expect(placesOf({ dirty: [0, 2], leaving: [0], held: [2] }, ROW)).toEqual(['leaving', 'none', 'held', 'parity']);
  const { ram } = rebuilt();
  expect(partsOf(ram).reduce((sum, { pages }) => sum + pages, 0)).toBe(ram.used);
  expect(partsOf({ ...ram, dirty: 4, leaving: 1, held: 2 })).toEqual([
    { kind: 'held', pages: 1 },
    { kind: 'dirty', pages: 4 },
  ]);
});

test.each([4, 8, 16, 32])('pages of %i channels stand apart, between the wires and the answer', (channels) => {
  for (const width of [170, 232, 330]) {
    const at = sidePlaces(channels, 1, digitsWidth(6, BOLD), { width, height: 160, text_px: 12.5 });
    for (const [i, cell] of at.cells.entries()) {
      expect(cell.x).toBeGreaterThanOrEqual((at.cells[i - 1]?.x ?? -1) + (at.cells[i - 1]?.width ?? 0));
      expect(cell.y + cell.height).toBeLessThan(at.bus_y);
    }
    expect(at.wire_top).toBeLessThan(at.cell_top);
    expect((at.result?.x ?? 0) + (at.result?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

test('a card never covers the row of its plane', () => {
  const layout = boardLayout({ channels: 4, groups: 4 }, { width: 520, height: 318, text_px: 12.5 });
  for (const plane of [0, 5, 11, 15]) {
    const { y } = cardAt(layout, plane, { width: 260, height: 150 }, 520);
    const row = rowRect(layout, Math.floor(plane / 4));
    expect(y >= row.y + row.height || y + 150 <= row.y).toBe(true);
  }
});

test('the whole stage is told in words', () => {
  const told = accounts(picture(rebuilt()));
  expect(told.map(({ name }) => name)).toEqual([
    'Read',
    'Planes',
    'Tokens',
    'Channels',
    'Stripe',
    'Capacitor-backed RAM',
    'So far',
  ]);
  expect(linesOf(told, 'Read')).toEqual([
    'LPN 4 on G1·C1, which collects for another 41.26 ms',
    'Without ttFlash: one read, waiting, 41.4 ms',
    'With ttFlash: XOR, 143 µs',
    'had it waited, it would have to wait another 37.4 ms',
  ]);
  expect(linesOf(told, 'Tokens')).toContain('group 1: G1·C1');
  expect(linesOf(told, 'Stripe').at(-1)).toBe('XOR of its pages is the parity');
  expect(boardInWords(picture(rebuilt()))).toContain(
    '3 planes collecting: G0·C3, G1·C1 and G3·C0; 2 planes waiting to',
  );
  expect(linesOf(accounts(picture(base())), 'Channels')[1]).toBe(
    'channel 1 is held by the collection of G1·C1; 3 planes wait for it',
  );
  expect(linesOf(accounts(picture(early())), 'Read')).toEqual(['No read has met a collecting plane yet.']);
  const waited = { ...base(), read: readOf(stripeOf(1, 4, 4, false), 2, { choice: 'waited', why: 'off' }) };
  expect(linesOf(accounts(picture(waited)), 'Read')[1]).toContain('This device: one read, waiting');
});
