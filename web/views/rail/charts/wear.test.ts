// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Charts } from '../../../engine/protocol';
import { drawErases } from './wear';

type Erases = Charts['erases'];

const ERASES: Erases = { first: 0, step: 1, blocks: [], strip: [], mean: 0, max: 0 } as Erases;
/** The plot reaches from 52 to 352. */
const [LEFT, WIDTH, HEIGHT] = [52, 358, 80];
const close = (value: number): number => expect.closeTo(value, 6);

function drawn(erases: Partial<Erases>, blocks: number) {
  const elements = drawErases({ ...ERASES, ...erases }, blocks, WIDTH, HEIGHT).nodes as SVGElement[];
  const numbers = (element: Element, ...names: string[]) => names.map((name) => Number(element.getAttribute(name)));
  const ofKind = (kind: string) => elements.filter((element) => element.classList.contains(kind));
  return {
    bars: ofKind('chart-bar').map((bar) => numbers(bar, 'x', 'y', 'width', 'height')),
    names: ofKind('chart-tick').map((name) => [name.textContent, ...numbers(name, 'x', 'y')]),
    note: ofKind('chart-note').map((note) => [note.textContent, ...numbers(note, 'x', 'y')]),
    strip: ofKind('chart-wear').map((path) => [path.style.fill, path.getAttribute('d')]),
  };
}
const named = (erases: Partial<Erases>, blocks: number) => drawn(erases, blocks).names.map(([name]) => name);

test('of few blocks each has its bar over its number, the highest as high as the chart', () => {
  const strip = [3, 0, 1, 4, 1, 5];
  const { bars, names, note } = drawn({ strip, max: 5 }, 6);
  expect(bars).toEqual(
    strip.map((erases, block) => [LEFT + 50 * block + 1, 64 - (58 * erases) / 5, 48, (58 * erases) / 5].map(close)),
  );
  expect(names).toEqual([
    ...strip.map((_, block) => [String(block), close(LEFT + 50 * block + 25), 76]),
    ['5', 47, 14],
  ]);
  expect(note).toEqual([]);
  expect(drawn({ strip: [2, 4, 6], max: 6 }, 6).bars.map(([, , , height]) => height)).toEqual(
    [2, 2, 4, 4, 6, 6].map((erases) => close((58 * erases) / 6)),
  );
});

test('numbers keep apart, and a device without erases has an axis all the same', () => {
  const strip = Array.from({ length: 24 }, () => 0);
  expect(named({ strip }, 24)).toEqual(['0', '2', '4', '6', '8', '10', '12', '14', '16', '18', '20', '22', '1']);
  expect(drawn({ strip }, 24).bars.every(([, , , height]) => height === 0)).toBe(true);
});

test('of many blocks there is a bar for each number of erases, and wear by place under them', () => {
  const { bars, names, note, strip } = drawn({ blocks: [6, 2, 1], strip: [0, 2, 0], max: 2 }, 25);
  expect(bars).toEqual(
    [6, 2, 1].map((blocks, bin) => [LEFT + 46 * bin + 0.5, 47 - (41 * blocks) / 6, 44.5, (41 * blocks) / 6].map(close)),
  );
  expect(names).toEqual([
    ['0', LEFT + 23, 59],
    ['1', LEFT + 69, 59],
    ['2', LEFT + 115, 59],
    ['6', 47, 14],
    ['wear', 47, 78],
  ]);
  expect(note).toEqual([['6 blocks not erased yet', 106, 17]]);
  expect(strip).toEqual([
    ['var(--wear-0)', 'M52 69h100.4v11h-100.4zM252 69h100.4v11h-100.4z'],
    ['var(--wear-4)', 'M152 69h100.4v11h-100.4z'],
  ]);
});

test('blocks that are not erased yet are told where they are most, and some have been', () => {
  const note = (erases: Partial<Erases>) => drawn({ max: 1, strip: [0], ...erases }, 25).note.map(([text]) => text);
  expect(note({ blocks: [13, 12] })).toEqual(['13 blocks not erased yet']);
  expect(note({ blocks: [12, 12] })).toEqual([]);
  expect(note({ blocks: [13, 12], first: 1 })).toEqual([]);
  expect(note({ blocks: [25], max: 0 })).toEqual([]);
});

test('before anything is erased the strip is that of no wear', () => {
  expect(drawn({ blocks: [25], strip: [0, 0] }, 25).strip.map(([fill]) => fill)).toEqual(['var(--wear-0)']);
  expect(named({ strip: [0] }, 25)).toContain('wear');
});

test('bars of several numbers of erases say from which to which, as many as there is room for', () => {
  const blocks = Array.from({ length: 24 }, () => 1);
  expect(named({ first: 5, step: 10, blocks, strip: [9], max: 204 }, 25).slice(0, 3)).toEqual([
    '5–14',
    '45–54',
    '85–94',
  ]);
  const { table } = drawErases({ ...ERASES, first: 5, step: 10, blocks: [1, 2] }, 25, WIDTH, HEIGHT);
  expect(table?.()).toEqual({
    head: ['erases', 'blocks'],
    rows: [
      ['5–14', '1'],
      ['15–24', '2'],
    ],
  });
  // Bars get narrower than 46 px where there are many.
  expect(drawn({ blocks, strip: [9], max: 20 }, 25).bars.map(([x]) => x)).toEqual(
    blocks.map((_, bin) => close(LEFT + 12.5 * bin + 0.5)),
  );
});

test('the mean has two decimals while it is small', () => {
  const figure = (mean: number) => drawErases({ ...ERASES, strip: [0], mean, max: 12 }, 6, WIDTH, HEIGHT).figure;
  expect([9.994, 10].map(figure)).toEqual(['mean **9.99** · max **12**', 'mean **10** · max **12**']);
});
