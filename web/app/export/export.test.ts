// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { csvOf, drawingOf, type Report, reportHtml, sheetOf, svgToPng } from './export';

const REPORT: Report = {
  title: 'Sequentiality <& "locality">',
  made_with: { version: '1.2.3', link: 'https://example.org/#v=1&figure=a"b' },
  sections: [
    { heading: 'What was found', text: 'First.\n\nSecond <b>.' },
    { heading: 'Chart', svg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>' },
    {
      heading: 'Points',
      table: {
        columns: ['system', 'x'],
        rows: [
          ['C-lash', 1.5],
          ['<script>', null],
        ],
      },
    },
    { heading: 'Again', code: "flashlab run --set a='b'" },
    { heading: 'Settings', settings: { ftl: { kind: '</pre><script>' } } },
  ],
};

test('a report is one file: nothing runs in it and nothing is loaded', () => {
  const html = reportHtml(REPORT);
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('script, link, img, iframe, object')).toHaveLength(0);
  expect(html).not.toMatch(/@import|url\(|src=|onclick/);
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('@media print');
});

test('what is told in a report is told as it is, whatever signs it has', () => {
  const page = new DOMParser().parseFromString(reportHtml(REPORT), 'text/html');
  expect(page.title).toBe('Sequentiality <& "locality">');
  expect(page.querySelector('a')?.getAttribute('href')).toBe('https://example.org/#v=1&figure=a"b');
  expect([...page.querySelectorAll('section p')].map(({ textContent }) => textContent)).toEqual([
    'First.',
    'Second <b>.',
  ]);
  expect([...page.querySelectorAll('h2')]).toHaveLength(5);
  expect([...page.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'C-lash',
    '1.5',
    '<script>',
    '–',
  ]);
  expect([...page.querySelectorAll('th')].map((cell) => cell.className)).toEqual(['', 'number']);
  expect(page.querySelector('figure svg path')).not.toBeNull();
  expect(page.querySelector('code')?.textContent).toBe("flashlab run --set a='b'");
  expect(JSON.parse(page.querySelector('details pre')?.textContent ?? '')).toEqual({ ftl: { kind: '</pre><script>' } });
});

test('cells of CSV are quoted where they need it', () => {
  const table = {
    columns: ['a', 'b, c'],
    rows: [
      ['say "no"', 1.25],
      [null, true],
      ['two\nlines', -1],
    ],
  };
  expect(csvOf(table)).toBe('a,"b, c"\n"say ""no""",1.25\n,true\n"two\nlines",-1\n');
});

beforeEach(() => {
  document.head.innerHTML = `<style>
    :root { --lane: rgb(1, 2, 3); --paper: #faf9f6; --ink: #1b1a17; }
    .drawing { font-size: 12px; fill: rgb(9, 9, 9); }
    .curve { stroke: var(--lane); stroke-width: 2px; }
    .aside { display: none; opacity: 0.5; }
  </style>`;
  document.body.innerHTML = `<svg class="drawing" viewBox="0 0 200 100" aria-label="Two curves" tabindex="0">
    <g class="lane"><path class="curve" d="M0 0H9"/><path class="aside" d="M1 1"/></g><text style="fill: rgb(4, 5, 6)">C &amp; D</text></svg>`;
});

const drawn = () => drawingOf(document.querySelector('svg') as unknown as SVGSVGElement, 'Curves');

test('a drawing has its colours and its type in itself', () => {
  const { svg, width, height, title } = drawn();
  expect([width, height, title]).toEqual([200, 100, 'Curves']);
  const copy = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  expect(svg).not.toMatch(/ class=| style=|var\(|tabindex/);
  expect(copy.getAttribute('aria-label')).toBe('Two curves');
  expect(copy.getAttribute('font-size')).toBe('12px');
  const ground = copy.children[0];
  expect([ground?.tagName, ground?.getAttribute('fill'), ground?.getAttribute('width')]).toEqual([
    'rect',
    '#faf9f6',
    '200',
  ]);
  const [curve, aside] = [...copy.querySelectorAll('path')];
  expect([curve?.getAttribute('stroke'), curve?.getAttribute('stroke-width')]).toEqual(['rgb(1, 2, 3)', '2px']);
  expect([aside?.getAttribute('display'), aside?.getAttribute('opacity')]).toEqual(['none', '0.5']);
  expect(copy.querySelector('text')?.getAttribute('fill')).toBe('rgb(4, 5, 6)');
  expect(copy.querySelector('text')?.textContent).toBe('C & D');
  expect(document.querySelector('svg')?.getAttribute('class'), 'the page keeps its own').toBe('drawing');
});

test('several drawings stand in rows, each under its title', () => {
  const one = drawn();
  const sheet = sheetOf([one, { ...one, title: 'More <curves>' }, { ...one, width: 1200 }]);
  const copy = new DOMParser().parseFromString(sheet.svg, 'image/svg+xml').documentElement;
  const inner = [...copy.children].filter(({ tagName }) => tagName === 'svg');
  const at = (name: string) => inner.map((each) => Number(each.getAttribute(name)));
  const [first = 0, second = 0, third = 0] = at('x');
  const [top = 0, beside = 0, below = 0] = at('y');
  expect(second).toBeGreaterThan(first + one.width);
  expect([third, beside]).toEqual([first, top]);
  expect(below).toBeGreaterThan(top + one.height);
  expect(sheet.height).toBeGreaterThan(below + one.height);
  expect(sheet.width).toBeGreaterThan(1200);
  expect([sheet.paper, sheet.ink]).toEqual(['#faf9f6', '#1b1a17']);
  expect(sheet.svg).toContain('More &lt;curves&gt;');
});

test('a picture has so many dots for each of the drawing’s own, and its source is given back', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = async () => void asked.push(this.src);
    },
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const canvas = document.createElement('canvas');
  canvas.getContext = (() => ({ drawImage: (...args: unknown[]) => asked.push(args.slice(1)) })) as never;
  canvas.toBlob = (take: BlobCallback) => take(new Blob(['png'], { type: 'image/png' }));
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as never);
  const picture = await svgToPng({ svg: '<svg/>', width: 10.2, height: 5 }, 3);
  expect(picture.type).toBe('image/png');
  expect(asked).toEqual(['blob:here', [0, 0, 31, 15]]);
  expect(revoked).toHaveBeenCalledWith('blob:here');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
