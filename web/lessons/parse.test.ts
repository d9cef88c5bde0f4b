import { expect, test } from 'vitest';
import { LessonError } from './lesson-error';
import { parseLesson } from './parse';
import { pathOf } from './path';
import { plainText } from './prose';

const HEAD = '---\ntitle: A lesson\nminutes: 5\nseen: what there is to see\norder: 3\n---\n';
const lesson = (body: string) => parseLesson('a-lesson', HEAD + body);

test('a lesson has a head and a step for each heading', () => {
  const { id, title, minutes, seen, steps } = lesson('## One\n\nText.\n\n## Two\n\nMore.');
  expect({ id, title, minutes, seen }).toEqual({
    id: 'a-lesson',
    title: 'A lesson',
    minutes: 5,
    seen: 'what there is to see',
  });
  expect(steps.map((step) => step.title)).toEqual(['One', 'Two']);
});

test('a step shows what it sets, and all else as the step before', () => {
  const [one, two, three] = lesson(
    [
      '## One',
      '```set',
      'example: fast',
      'at: request 42, then 2 merge',
      'show: headline rail',
      'colour: owner',
      'highlight: lpn 7',
      '```',
      '## Two',
      '## Three',
      '```set',
      'experiment: {"ftl":',
      '  {"kind":"block"}}',
      'stage: flash',
      '```',
    ].join('\n'),
  ).steps.map(({ scene }) => scene);
  expect(one).toEqual({
    device: { example: 'fast' },
    beside: [],
    at: { from: { request: 42 }, moves: [{ count: 2, unit: 'merge' }] },
    shows: ['headline', 'rail'],
    charts: null,
    figures: null,
    stage: 'buffer',
    colour_by: 'owner',
    highlight: { lpn: 7 },
  });
  expect(two).toEqual({ ...one, highlight: null });
  expect(three).toEqual({
    ...two,
    device: { experiment: { ftl: { kind: 'block' } } },
    at: { from: { op: 0 }, moves: [] },
    stage: 'flash',
  });
});

test("a lecturer's notes are no part of the text", () => {
  const [one, two] = lesson('## One\n\nText.\n\n```notes\nSay **this**.\n\n- Ask that.\n```\n\n## Two').steps;
  expect(one?.text.length).toBe(1);
  expect(one?.notes.map(({ kind }) => kind)).toEqual(['paragraph', 'list']);
  expect(two?.notes).toEqual([]);
});

test('what stands behind a prediction is shown after it', () => {
  const [step] = lesson(
    [
      '## One',
      'Before.',
      '```predict',
      'ask: How many *copies*?',
      'value: request-copies',
      'within: 10 %',
      'reveal: request 7',
      '```',
      'Because of {{copies}}.',
    ].join('\n'),
  ).steps;
  expect(step?.text).toEqual([{ kind: 'paragraph', content: [{ kind: 'plain', text: 'Before.' }] }]);
  expect(step?.prediction?.answer).toMatchObject({ kind: 'value', reading: 'request-copies', within: 0.1 });
  expect(step?.prediction?.moves_to).toEqual({ from: { request: 7 }, moves: [] });
  expect(step?.after).toEqual([
    {
      kind: 'paragraph',
      content: [
        { kind: 'plain', text: 'Because of ' },
        { kind: 'reading', name: 'copies', lane: 0 },
        { kind: 'plain', text: '.' },
      ],
    },
  ]);
});

test('a choice names its options, the right one, and what the simulator then shows', () => {
  const [step] = lesson('## One\n```predict\nask: Which?\nchoose: this | that\nright: 2\nholds: erases = 3\n```').steps;
  const { answer } = step?.prediction ?? {};
  if (answer?.kind !== 'choice') throw new Error('no choice');
  expect(answer.options.map(plainText)).toEqual(['this', 'that']);
  expect([answer.right, answer.holds]).toEqual([1, [{ left: { reading: 'erases', lane: 0 }, is: '=', right: 3 }]]);
});

const lanes = (set: string, rest = '') => lesson(`## One\n\`\`\`set\n${set}\n\`\`\`\n${rest}`).steps;
const predict = (...lines: string[]) => ['```predict', 'ask: Which?', ...lines, '```'].join('\n');

test('lanes stand beside the device until another is set, each with its own fields', () => {
  const [one, two, three, four] = lanes(
    'beside: ftl.kind = fast, ftl.log_blocks = 6 | ftl.gc.policy = cost-benefit',
    '## Two\n## Three\n```set\nbeside: none\n```\n## Four\n```set\nexample: fast\n```',
  ).map(({ scene }) => scene.beside);
  expect(one).toEqual([
    [
      ['ftl.kind', 'fast'],
      ['ftl.log_blocks', 6],
    ],
    [['ftl.gc.policy', 'cost-benefit']],
  ]);
  expect(two).toEqual(one);
  expect([three, four]).toEqual([[], []]);
});

test('readings, answers and what holds name a lane', () => {
  const [step] = lanes(
    'beside: ftl.kind = fast',
    `{{a.erases}}, {{b.write-amplification}}\n${predict('value: b.erases', 'holds: b.erases < a.erases, alpha = -0.5')}`,
  );
  expect(step?.text).toMatchObject([
    { content: [{ name: 'erases', lane: 0 }, { text: ', ' }, { name: 'write-amplification', lane: 1 }] },
  ]);
  expect(step?.prediction?.answer).toMatchObject({
    lane: 1,
    reading: 'erases',
    holds: [
      { left: { lane: 1, reading: 'erases' }, is: '<', right: { lane: 0, reading: 'erases' } },
      { left: { lane: 0, reading: 'alpha' }, is: '=', right: -0.5 },
    ],
  });
});

test('a number of another step stands in the text as it is, with what it is held against', () => {
  const [step] = lesson('## One\nWith greedy {{59 µs = response, step 1}}.').steps;
  expect(step?.text).toMatchObject([
    {
      content: [
        { text: 'With greedy ' },
        { kind: 'plain', text: '59 µs', claims: { reading: 'response', step: 0 } },
        {},
      ],
    },
  ]);
});

test('a value is typed, chosen on the stage or dragged', () => {
  const inputs = [[], ['pick: block'], ['from: 1', 'to: 8'], ['from: -1', 'to: 1', 'step: 0.25']].map((more) => {
    const answer = lesson(`## One\n${predict('value: victim', ...more)}`).steps[0]?.prediction?.answer;
    return answer?.kind === 'value' ? answer.input : null;
  });
  expect(inputs).toEqual(['number', 'block', { from: 1, to: 8, step: 1 }, { from: -1, to: 1, step: 0.25 }]);
});

test.each([
  ['at: start', predict('value: victim', 'pick: page'), 'predict: pick: "page": expected "block"'],
  [
    'at: start',
    predict('choose: a | b', 'right: 1', 'pick: block'),
    'predict: "pick" and "from" need "value: READING"',
  ],
  [
    'at: start',
    predict('value: victim', 'pick: block', 'to: 3'),
    'predict: expected "pick" or "from" and "to", not both',
  ],
  [
    'at: start',
    predict('value: erases', 'from: 8', 'to: 1'),
    'predict: from: "8", to: "1", step: "1": expected numbers, "to" the larger by a step at least',
  ],
  [
    'at: start',
    predict('value: erases', 'to: few'),
    'predict: from: "", to: "few", step: "1": expected numbers, "to" the larger by a step at least',
  ],
  [
    'beside: a.b = 1',
    predict('value: b.victim', 'pick: block'),
    'predict: pick: blocks are chosen on a device alone, without "beside"',
  ],
  [
    'beside: fast',
    '',
    'beside: "fast": expected "none", or for each lane "FIELD = VALUE, FIELD = VALUE", lanes parted by "|"',
  ],
  ['beside: a.b = 1 | a.b = 2 | a.b = 3 | a.b = 4', '', 'beside: 4 lanes beside the device: expected at most 3'],
  ['beside: a.b = 1', '{{c.erases}}', '"c.erases": the step has 2 lanes'],
  ['at: start', predict('value: b.erases'), '"b.erases": the step has 1 lane'],
  ['at: start', predict('value: erases', 'holds: erases < b.erases'), '"b.erases": the step has 1 lane'],
  [
    'beside: a.b = 1\nat: request 6, then gc',
    '',
    'lanes side by side stand between requests: expected "start", "end" or "request N"',
  ],
  [
    'beside: a.b = 1',
    predict('value: erases', 'reveal: operation 7'),
    'lanes side by side stand between requests: expected "start", "end" or "request N"',
  ],
  ['at: start', '{{3 = erases, step 9}}', '{{3 = …, step 9}}: there are steps 1 to 1'],
  ['at: start', '{{3 = erases}}', '{{3 = erases}}: expected "NUMBER = READING, step N"'],
])('a step whose lanes or numbers are not there says so: %j %j', (set, rest, message) => {
  expect(() => lanes(set, rest)).toThrow(LessonError);
  expect(() => lanes(set, rest)).toThrow(`a-lesson, step "One": ${message}`);
});

test('terms have their word and how they stand in the sentence', () => {
  const [step] = lesson('## One\nMany [[victim|victims]] and one [[Page]].').steps;
  expect(step?.text[0]).toMatchObject({
    content: [
      { text: 'Many ' },
      { kind: 'term', term: 'victim', shown: 'victims' },
      { text: ' and one ' },
      { kind: 'term', term: 'page', shown: 'Page' },
      { text: '.' },
    ],
  });
});

test('nothing in a lesson runs: HTML stands there as text, and so does a link that is none', () => {
  const [step] = lesson('## One\n<img src=x onerror=alert(1)>\n\n[here](javascript:alert(1)) <b>bold</b>').steps;
  expect(step?.text.map((block) => (block.kind === 'list' ? '' : plainText(block.content)))).toEqual([
    '<img src=x onerror=alert(1)>',
    'here <b>bold</b>',
  ]);
});

test.each([
  ['start', { from: { op: 0 }, moves: [] }],
  ['end', { from: 'end', moves: [] }],
  ['operation 12', { from: { op: 12 }, moves: [] }],
  [
    'request 6, then gc, then 3 operation',
    {
      from: { request: 6 },
      moves: [
        { count: 1, unit: 'gc' },
        { count: 3, unit: 'operation' },
      ],
    },
  ],
])('%s is a place in a run', (text, path) => {
  expect(pathOf(text)).toEqual(path);
});

test.each([
  ['', 'a-lesson: it has no step; expected headings that begin with "## "'],
  ['Text.\n## One', 'a-lesson: text before the first "## " heading belongs to no step'],
  ['## One\n```set\nat: noon\n```', 'a-lesson, step "One": "noon" is no place in a run: expected "start"'],
  [
    '## One\n```set\nwhen: start\n```',
    'a-lesson, step "One": "when: start": expected "KEY: VALUE" with one of example,',
  ],
  [
    '## One\n```set\nshow: everything\n```',
    'a-lesson, step "One": show: "everything" is not one of headline, transport, rail',
  ],
  ['## One\n```set\nexperiment: {ftl}\n```', 'a-lesson, step "One": experiment: not JSON'],
  ['## One\n```set\nhighlight: 7\n```', 'a-lesson, step "One": highlight: "7": expected "lpn N" or "state WORD"'],
  ['## One\n```predict\nvalue: erases\n```', 'a-lesson, step "One": predict: expected "ask", the question'],
  ['## One\n```predict\nask: a\nchoose: a\n```', 'a-lesson, step "One": predict: expected "value: READING"'],
  [
    '## One\n```predict\nask: a\nchoose: a | b\nright: 3\n```',
    'a-lesson, step "One": predict: right: "3" is not the number',
  ],
  [
    '## One\n```predict\nask: a\nchoose: a | b\nright: 1\nholds: much\n```',
    'a-lesson, step "One": predict: holds: "much": expected "READING = NUMBER"',
  ],
  ['## One\nA [[flux capacitor]].', 'a-lesson, step "One": the glossary does not explain "flux capacitor"'],
  ['## One\n{{speed}}', 'a-lesson, step "One": there is no reading "speed"; there are requests,'],
  ['## One\n```js\n1\n```', 'a-lesson, step "One": a code is not shown in a lesson'],
])('a lesson that cannot be read says where and why: %j', (body, message) => {
  expect(() => lesson(body)).toThrow(LessonError);
  expect(() => lesson(body)).toThrow(message);
});

test.each<[string, string, RegExp]>([
  ['deep quotations', `## One\n${'> '.repeat(20_000)}`, /^a-lesson: "> > .*…": expected at most 64 blanks and marks/],
  ['deep lists', `## One\n${'- '.repeat(20_000)}a`, /^a-lesson: "- - .*…": expected at most 64 blanks and marks/],
  ['deep quotations', `## One\n${'>'.repeat(40_000)}a`, /^a-lesson: ">>>/],
  ['many lines', `## One\n- a\n${' a\n'.repeat(20_000)}`, /^a-lesson: more than 1000 lines under one "## "/],
  ['many lines of an old kind', `## One\n- a\r${' a\r'.repeat(20_000)}`, /more than 1000 lines/],
  ['one long line', `## One\nx${'!'.repeat(40_000)}`, /has 40001 letters: expected at most 4000 in one piece/],
  [
    'a deep value',
    `## One\n\`\`\`set\nexperiment: {"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}\n\`\`\``,
    /deeper than 32/,
  ],
  ['a deep lane', `## One\n\`\`\`set\nbeside: a.b = ${'['.repeat(99)}${']'.repeat(99)}\n\`\`\``, /deeper than 32/],
  [
    'a deep field',
    `## One\n\`\`\`set\nbeside: a${'.b'.repeat(1_500)} = 1\n\`\`\``,
    /expected "none", or for each lane/,
  ],
  [
    'open quotation marks',
    `## One\n\`\`\`set\nbeside: ${'"\\'.repeat(20_000)}\n\`\`\``,
    /^a-lesson, step "One": beside: /,
  ],
])('what would take a reader long, or more stack than it has, is refused at once: %s', (_, body, says) => {
  const begin_ms = performance.now();
  expect(() => lesson(body)).toThrow(LessonError);
  expect(() => lesson(body)).toThrow(says);
  expect(performance.now() - begin_ms).toBeLessThan(2000);
});

test.each<[string, RegExp]>([
  ['```js\n1\n```\n## One', /^a-lesson: a code is not shown/],
  ['One\n---', /^a-lesson: "One" over a line of "-": expected "## "/],
  ['## One\n```set\nat: request 99999999999999999999\n```', /is no place in a run/],
  ['## One\n```set\nat: start, then 99999999999999999999 gc\n```', /is no place in a run/],
  ['## One\n```set\nhighlight: lpn 99999999999999999999\n```', /expected "lpn N"/],
  ['## One\n```set\nexperiment: {"run":{"seed":1e400}}\n```', /larger than any/],
  ['## One\n```set\nbeside: run.seed = 1e400\n```', /larger than any/],
  ['## One\n```predict\nask: a\nvalue: erases\nfrom:\nto: 1\n```', /expected numbers/],
  ['## One\n```predict\nask: a\nvalue: erases\nfrom: -Infinity\nto: 1\n```', /expected numbers/],
  [`## One\n\`\`\`predict\nask: a\nvalue: erases\nwithin: ${'9'.repeat(400)} %\n\`\`\``, /expected a share/],
  [
    `## ${'T'.repeat(3_000)}\n\`\`\`set\na\u0000${'x'.repeat(9_000)}\n\`\`\``,
    /^a-lesson, step "T{60}…": "a\ufffdx{58}…": expected/,
  ],
])('a stranger’s slip is told in a sentence: %#', (body, says) => {
  expect(() => lesson(body)).toThrow(LessonError);
  expect(() => lesson(body)).toThrow(says);
});

test('a head without its fields is refused', () => {
  expect(() => parseLesson('x', '## One')).toThrow('x: expected a head between two lines "---"');
  expect(() => parseLesson('x', '---\ntitle: T\nminutes: 5\n---\n## One')).toThrow(
    'x: its head needs "title" and "seen"',
  );
  expect(() => parseLesson('x', '---\ntitle: T\nseen: S\nminutes: few\n---\n')).toThrow(
    'minutes: "few" is not a number',
  );
  for (const [field, value] of [
    ['minutes', '1e400'],
    ['order', 'first'],
  ])
    expect(() =>
      parseLesson(
        'x',
        `---\ntitle: T\nseen: S\n${field === 'order' ? 'minutes: 1\n' : ''}${field}: ${value}\n---\n## A`,
      ),
    ).toThrow(`${field}: "${value}" is not a number`);
});
