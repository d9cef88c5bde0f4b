import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { toBase64Url } from './base64url';
import { pack, UrlError } from './link-pairs';
import { decodeTraceAddress } from './trace/address';
import {
  decodeExampleAddress,
  decodeFigureAddress,
  decodeLessonAddress,
  decodeSweepAddress,
  decodeUrlState,
  decodeWayBack,
  encodeFigureAddress,
  encodeSweepAddress,
  encodeTraceAddress,
  encodeUrlState,
  encodeWayBack,
  isExampleAddress,
  isFigureAddress,
  isLessonAddress,
  isSweepAddress,
  isTraceAddress,
  type SweepAddress,
  URL_DEFAULTS,
  URL_VERSION,
  type UrlState,
} from './url-state';

const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
  fc.boolean(),
  fc.constant(null),
);
const document = fc.dictionary(
  fc.oneof(fc.constantFrom('device', 'ftl', 'run', 'version'), fc.string()).filter((key) => key !== '__proto__'),
  fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom('kind', 'gc', 'low', 'a.b', 'seed'), leaf)),
);
const lanes = fc.array(document, { maxLength: 3 }).chain((beside) =>
  fc.record({
    beside: fc.constant(beside),
    focus: beside.length === 0 ? fc.constant(null) : fc.option(fc.nat({ max: beside.length }), { nil: null }),
    meet_by: fc.constantFrom('request', 'time'),
  }),
);
const settings = fc.record({
  document,
  op: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  request: fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  speed: fc.oneof(fc.constant(Infinity), fc.double({ min: 0, max: 1e9, noNaN: true })),
  unit: fc.constantFrom('operation', 'request', 'gc', 'merge', 'map-miss', 'flush', 'session', 'divergence'),
  stage_view: fc.constantFrom('buffer', 'layer', 'flash'),
  colour_by: fc.constantFrom('state', 'age', 'wear', 'temperature', 'owner'),
});
const state: fc.Arbitrary<UrlState> = fc.tuple(settings, lanes).map(([setting, lane]) => ({ ...setting, ...lane }));

test('the content that a trace must have is read, digits in its name and all', () => {
  const sha256 = 'ab12'.repeat(16);
  const hash = `#v=1&workload.kind=trace&workload.file=disk.csv&workload.sha256=${sha256}`;
  const workload = { kind: 'trace', file: 'disk.csv', sha256 };
  expect(decodeUrlState(hash)?.document).toEqual({ workload });
  const digits = { ...workload, sha256: '0123'.repeat(16) };
  for (const each of [
    workload,
    digits,
    { ...workload, sha256: '12e3'.repeat(16) },
    { ...workload, sha256: '1'.repeat(64) },
  ]) {
    const again = decodeUrlState(encodeUrlState({ ...URL_DEFAULTS, document: { workload: each } }));
    expect(again?.document).toEqual({ workload: each });
  }
});

test('what an address is made from is read back from it', () => {
  fc.assert(
    fc.property(state, (given) => {
      expect(decodeUrlState(`#${encodeUrlState(given)}`)).toEqual(given);
    }),
  );
});

test('an address holds only letters that survive being pasted', () => {
  fc.assert(
    fc.property(state, (given) => {
      expect(encodeUrlState(given)).toMatch(/^[\w\-.~!*'()%&=]*$/);
    }),
  );
});

test('a short experiment can be read in the address', () => {
  const text = encodeUrlState({ ...URL_DEFAULTS, document: { ftl: { kind: 'page', gc: { low: 1 } } }, op: 12 });
  expect(text).toBe('v=1&ftl.kind=page&ftl.gc.low=1&op=12');
});

test('so many fields stand in words, a dozen a lane; more are packed', () => {
  const fields = (many: number) => ({ ftl: Object.fromEntries(Array.from({ length: many }, (_, n) => [`f${n}`, n])) });
  const encoded = (...lanes: ReturnType<typeof fields>[]) => {
    const [document = {}, ...beside] = lanes;
    return encodeUrlState({ ...URL_DEFAULTS, document, beside });
  };
  expect(encoded(fields(12))).toMatch(/^v=1&ftl\.f0=0&.*&ftl\.f11=11$/);
  expect(encoded(fields(13))).toBe(`v=1&x=${pack(fields(13))}`);
  expect(encoded(fields(11), fields(13))).toMatch(/&ftl\.f10=10&b\.ftl\.f0=0&/);
  expect(encoded(fields(12), fields(13))).toBe(`v=1&x=${pack([fields(12), fields(13)])}`);
});

test('a device alone is not said to have the focus', () => {
  expect(encodeUrlState({ ...URL_DEFAULTS, document: {}, focus: 0 })).toBe('v=1');
});

test('text that looks like a number stays text', () => {
  const given = { ...URL_DEFAULTS, document: { workload: { file: '12' } } };
  expect(decodeUrlState(encodeUrlState(given))).toEqual(given);
});

test('a link that calls a divergence a parting, as older ones do, still opens', () => {
  expect(decodeUrlState('#v=1&ftl.kind=page&unit=parting')?.unit).toBe('divergence');
});

test.each(['1e309', '-1e309', '9007199254740993', '12345678901234567890'])(
  'the number %s, which cannot be kept as it is, stays as it was written',
  (text) => {
    expect(decodeUrlState(`#v=1&device.logical_bytes=${text}`)?.document).toEqual({ device: { logical_bytes: text } });
  },
);

test('brackets in a text are no nesting', () => {
  const given = { ...URL_DEFAULTS, document: { workload: { file: `${'['.repeat(50)}"\\"${'{'.repeat(50)}` } } };
  expect(decodeUrlState(encodeUrlState(given))).toEqual(given);
});

test('no hash is no state', () => {
  expect(decodeUrlState('')).toBeNull();
  expect(decodeUrlState('#')).toBeNull();
});

const packed = (json: string): string => toBase64Url(deflateSync(strToU8(json)));

test.each([
  ['#nonsense', /which version/],
  [`#v=${URL_VERSION + 1}&ftl.kind=page`, /newer Flashlab/],
  ['#v=1&x=AAAA', /cut short/],
  ['#v=1&x=*', /cut short/],
  ['#v=1&op=-3', /op = -3/],
  ['#v=1&op=1.5', /op = 1.5/],
  ['#v=1&op=', /op = , which is not a number/],
  [`#v=1&op=${'9'.repeat(5_000)}`, /^This link says op = 9{60}…, which is not a number/],
  [`#v=1&unit=a%0Ab%00${'c'.repeat(5_000)}`, /^This link says unit = a\ufffdb\ufffdc{56}…; expected one of operation/],
  ['#v=1&focus=b', /focus = b; expected one of a\./],
  ['#v=1&b.ftl.kind=fast&focus=c', /focus = c; expected one of a, b\./],
  ['#v=1&run.changes=[1e309]', /a number is larger than any/],
  ['#v=1&unit=day', /operation, request, gc/],
  ['#v=1&ftl.kind=%E0%A4%A', /not readable/],
  ['#v=1&sped=4', /sped = 4, and sped is nothing that a link says; expected v, x, focus, .* device\.preset\.$/],
  ['#v=1&__proto__.x=1', /__proto__\.x is nothing that a link says/],
  ['#v=1&ftl.__proto__=1', /ftl\.__proto__ is nothing/],
  ['#v=1&b.__proto__.x=1', /b\.__proto__\.x is nothing/],
  ['#v=1&b.__proto__=1', /b\.__proto__ is nothing/],
  ['#v=1&__proto__=1', /__proto__ is nothing/],
  ['#v=1&e.ftl.kind=page', /e\.ftl\.kind is nothing/],
  [`#v=1&ftl${'.a'.repeat(20_000)}=1`, /ftl\.a.*… is nothing/],
  ['#v=1&op=3&op=4', /op twice/],
  ['#v=1&ftl.kind=page&ftl.kind=fast', /ftl\.kind twice/],
  [`#v=1&ftl.kind=${'['.repeat(20_000)}${']'.repeat(20_000)}`, /nested deeper than 32/],
  [`#v=1&run.changes=${'['.repeat(100)}${']'.repeat(100)}`, /nested deeper than 32/],
  [`#v=1&${Array.from({ length: 500 }, (_, n) => `ftl.f${n}=1`).join('&')}`, /501 values; expected at most 400/],
  [`#v=1&x=${packed('{"device":{"preset":"toy"}}')}&ftl.kind=page`, /ftl\.kind beside x/],
  [`#v=1&x=${packed('{"device":{"logical_bytes":1e309}}')}`, /larger than any/],
  [`#v=1&x=${packed('null')}`, /the experiment in it/],
  [`#v=1&x=${packed('[{},1]')}`, /the experiment in it/],
  [`#v=1&x=${packed('[{},{},{},{},{}]')}`, /the experiment in it/],
  [`#v=1&x=${packed(`{"ftl":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)}`, /nested deeper than 32/],
])('%s is refused in words', (hash, words) => {
  expect(() => decodeUrlState(hash)).toThrow(UrlError);
  expect(() => decodeUrlState(hash)).toThrow(words);
});

test('a device alone has the focus, whether the link says so or not', () => {
  expect(decodeUrlState('#v=1&focus=a')?.focus).toBeNull();
  expect(decodeUrlState('#v=1&b=&focus=a')?.focus).toBe(0);
});

test('half a character in a document is written so that it is read again', () => {
  const document = { workload: { file: 'a\ud800' } };
  const hash = encodeUrlState({ ...URL_DEFAULTS, document });
  expect(decodeUrlState(hash)?.document).toEqual(document);
});

test('a lesson is named or held, not both', () => {
  expect(() => decodeLessonAddress('#v=1&lesson=dftl&lesson-text=x')).toThrow(/lesson beside lesson-text, which holds/);
  expect(() => decodeWayBack('#v=1&back=dftl&back-text=x')).toThrow(/back beside back-text, which holds/);
});

test('of a sweep’s link, what is no experiment and no setting is left out', () => {
  const hash = `#v=1&sweep=${packed('{"experiment":[1],"policies":[{"title":"a","set":[1]},{"set":"x"},[2]]}')}`;
  const { experiment, policies } = decodeSweepAddress(hash);
  expect(experiment).toBeNull();
  expect(policies).toEqual([
    { title: 'a', set: {} },
    { title: '', set: {} },
  ]);
});

test('any text is either read or refused in words', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        decodeUrlState(text);
      } catch (error) {
        expect(error).toBeInstanceOf(UrlError);
      }
    }),
  );
});

test('the address of a figure is read back, and is none of an experiment', () => {
  fc.assert(
    fc.property(
      fc.record({
        figure: fc.option(fc.string({ minLength: 1 })),
        form: fc.constantFrom('quick' as const, 'full' as const, 'kept' as const),
      }),
      (given) => {
        const hash = `#${encodeFigureAddress(given)}`;
        expect(isFigureAddress(hash)).toBe(true);
        expect(decodeFigureAddress(hash)).toEqual(given);
      },
    ),
  );
  expect(encodeFigureAddress({ figure: 'clash-seq', form: 'full' })).toBe('v=1&figure=clash-seq&size=full');
  expect(encodeFigureAddress({ figure: 'clash-seq', form: 'kept' })).toBe('v=1&figure=clash-seq');
  expect(decodeFigureAddress('#v=1&figure=clash-seq')).toEqual({ figure: 'clash-seq', form: 'kept' });
  expect(isFigureAddress('#v=1&workload.file=figure%3D1')).toBe(false);
  expect(isFigureAddress('')).toBe(false);
});

test('the address of an example, or of a lesson, is none of an experiment', () => {
  expect(['#v=1&example=fast', '#example=fast', 'v=1&ftl.kind=fast', ''].map(isExampleAddress)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(decodeExampleAddress('#v=1&example=fast')).toBe('fast');
  expect(decodeExampleAddress('#v=1')).toBe('');
  expect(() => decodeExampleAddress('#v=1&example=fast&op=3')).toThrow(/op is nothing/);
  expect(['#v=1&lesson=dftl', '#v=1&lesson-text=abc', '#v=1&back=dftl'].map(isLessonAddress)).toEqual([
    true,
    true,
    false,
  ]);
});

test('a figure of another version or size is refused in words', () => {
  expect(() => decodeFigureAddress('#v=99&figure=clash-seq')).toThrow(/newer Flashlab/);
  expect(() => decodeFigureAddress('#v=1&figure=clash-seq&size=huge')).toThrow(/quick, full/);
});

test('an address of a sweep holds all of it, and nothing of its results', () => {
  const sweep = {
    experiment: { device: { preset: 'toy' } },
    varied: [{ path: 'workload.write_ratio', text: '0:1:0.1' }],
    policies: [{ title: 'C-lash', set: { 'ftl.kind': 'clash' } }],
    form: 'best',
    metric: 'erases',
    log: true,
  } as const;
  const hash = encodeSweepAddress({ ...sweep, results: [] } as SweepAddress);
  expect(isSweepAddress(`#${hash}`)).toBe(true);
  expect(decodeSweepAddress(`#${hash}`)).toEqual(sweep);
  expect(decodeSweepAddress(encodeSweepAddress({ ...sweep, log: false })).log).toBe(false);
  expect(() => decodeSweepAddress('#v=1&sweep=abc')).toThrow('the sweep in it cannot be unpacked');
});

test('an address of a trace names it, and says which part of it is looked at', () => {
  const window = { from_ns: 5, to_ns: 7_000_000_000, first_sector: 8, end_sector: 1024 };
  const part = { name: 'a b.csv', device: 3, window };
  const hash = encodeTraceAddress(part);
  expect(hash).toContain('from=5&to=7000000000&first=8&end=1024');
  expect(isTraceAddress(`#${hash}`)).toBe(true);
  expect(decodeTraceAddress(`#${hash}`)).toEqual(part);
  const whole = { name: 'a.spc', device: null, window: null };
  expect(decodeTraceAddress(`#${encodeTraceAddress(whole)}`)).toEqual(whole);
  expect(() => decodeTraceAddress('#v=1&trace=a&from=1&to=x')).toThrow('to');
});

test('lanes stand in words by the sections in which they differ', () => {
  const document = { device: { preset: 'toy' }, ftl: { kind: 'page', gc: { policy: 'fifo' } } };
  const beside = [
    { device: { preset: 'toy' }, ftl: { kind: 'fast', log_blocks: 2 } },
    { device: { preset: 'toy' }, buffer: { kind: 'lru' } },
    document,
  ];
  const hash = encodeUrlState({ ...URL_DEFAULTS, document, beside, focus: 2 });
  expect(decodeURIComponent(hash)).toBe(
    'v=1&device.preset=toy&ftl.kind=page&ftl.gc.policy=fifo&b.ftl.kind=fast&b.ftl.log_blocks=2&c.ftl=&c.buffer.kind=lru&d=&focus=c',
  );
  expect(decodeUrlState(hash)).toEqual({ ...URL_DEFAULTS, document, beside, focus: 2 });
  for (const whole of ['b.ftl', 'b'])
    expect(() => decodeUrlState(`#v=1&ftl.kind=page&${whole}=x`), 'x is the value of no field').toThrow(
      `This link says ${whole} = x; expected nothing behind it, or a field such as b.ftl.kind.`,
    );
  expect(decodeUrlState('#v=1&version=1&b.version=')?.beside, 'it says none').toEqual([{}]);
});

test('an address holds the way back to a lesson beside the experiment', () => {
  const document = { device: { preset: 'toy' } };
  const hash = encodeUrlState({ ...URL_DEFAULTS, document });
  for (const back of [
    { id: 'dftl', packed: null, step: 0 },
    { id: 'dftl', packed: null, step: 4 },
    { id: null, packed: 'abc_-', step: 2 },
  ]) {
    expect(decodeWayBack(`#${hash}${encodeWayBack(back)}`)).toEqual(back);
    expect(decodeUrlState(hash + encodeWayBack(back))?.document).toEqual(document);
  }
  expect(decodeWayBack(`#${hash}`)).toBeNull();
  expect(decodeWayBack('v=1&back=a#b')?.id).toBe('a#b');
  expect(() => decodeWayBack(`#${hash}&back=dftl&back-step=0`)).toThrow(UrlError);
});

test.each(['#v=1&figure=clash-seq&sized=full', '#v=1&figure=clash-seq&op=1'])(
  'what %s says beside a figure is refused',
  (hash) => {
    expect(() => decodeFigureAddress(hash)).toThrow(/is nothing that a link says; expected v, figure, size\.$/);
  },
);
