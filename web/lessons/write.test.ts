import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anything, draft } from '../fixtures/lesson-draft';
import { type Draft, type DraftStep, FIRST_SCENE, NO_DRAFT, readDraft, renumbered } from './draft';
import { parseLesson } from './parse';
import { problemsOf } from './problems';
import { writeDraft } from './write';

const folder = fileURLToPath(new URL('../../public/lessons/', import.meta.url));
const SHIPPED = readdirSync(folder).filter((name) => name.endsWith('.md'));

test('there are lessons to be read', () => {
  expect(SHIPPED.length).toBeGreaterThanOrEqual(14);
});

test.each(SHIPPED)('%s, read as a draft and written, is the same lesson', (name) => {
  const text = readFileSync(`${folder}${name}`, 'utf8');
  const read = readDraft(name, text);
  const written = writeDraft(read);
  expect(parseLesson(name, written)).toEqual(parseLesson(name, text));
  expect(readDraft(name, written)).toEqual(read);
  expect(problemsOf(read)).toEqual([]);
});

test('a draft that is written is read as it was', () => {
  fc.assert(
    fc.property(draft, (drawn) => {
      expect(readDraft('drawn', writeDraft(drawn))).toEqual(drawn);
      expect(problemsOf(drawn)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const STEP = { title: 'One', scene: FIRST_SCENE, text: 'Words.', question: null, notes: '' };
const FINE: Draft = { head: { ...NO_DRAFT.head, title: 'Mine', seen: 'it' }, steps: [STEP, { ...STEP, title: 'Two' }] };
const meaning = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('whatever is typed is kept, or there is a problem where it stands', () => {
  const question = { fields: { ask: 'Which?', choose: 'A | B', right: '1' }, after: '' };
  fc.assert(
    fc.property(anything, fc.constantFrom('title', 'text', 'notes', 'after', 'ask'), (typed, part) => {
      const asked = { ...question, fields: { ...question.fields, ask: typed } };
      const changes: Readonly<Record<string, Partial<DraftStep>>> = {
        after: { question: { ...question, after: typed } },
        ask: { question: asked },
      };
      const change = changes[part] ?? { [part]: typed };
      const drawn: Draft = {
        ...FINE,
        steps: [
          { ...STEP, ...change },
          { ...STEP, title: 'Two' },
        ],
      };
      const problems = problemsOf(drawn);
      const at = part === 'after' || part === 'ask' ? 'question' : part;
      expect(problems.filter((problem) => problem.step !== 0 || problem.part !== at)).toEqual([]);
      if (problems.length > 0) return;
      const { steps } = readDraft('drawn', writeDraft(drawn));
      expect(steps.map(({ title }) => meaning(title))).toEqual([meaning(drawn.steps[0]?.title ?? ''), 'Two']);
      expect(meaning(JSON.stringify(steps[0]?.scene))).toBe(meaning(JSON.stringify(STEP.scene)));
      expect(meaning(steps[0]?.text ?? '')).toBe(meaning(drawn.steps[0]?.text ?? ''));
      expect(meaning(steps[0]?.notes ?? '')).toBe(meaning(drawn.steps[0]?.notes ?? ''));
      expect(meaning(steps[0]?.question?.after ?? '')).toBe(meaning(drawn.steps[0]?.question?.after ?? ''));
      expect(steps[1]).toEqual({ ...STEP, title: 'Two' });
    }),
    { numRuns: 200 },
  );
});

test('a step says only what differs from the step before', () => {
  const experiment = { device: { preset: 'toy' } };
  const scene = { ...FIRST_SCENE, device: { experiment }, at: 'request 3' };
  const steps = [
    { ...STEP, scene },
    { ...STEP, scene },
    { ...STEP, scene: { ...scene, at: 'request 4', highlight: { lpn: 2 } } },
    { ...STEP, scene: { ...scene, beside: [[['ftl.kind', 'fast']] as const] } },
    { ...STEP, scene: { ...scene, device: { example: 'fast' }, at: 'start' } },
  ];
  const sets = writeDraft({ ...FINE, steps })
    .split('## One\n')
    .slice(1);
  expect(sets.map((text) => text.replace('Words.', '').trim())).toEqual([
    '```set\nexperiment: {"device":{"preset":"toy"}}\nat: request 3\n```',
    '',
    '```set\nat: request 4\nhighlight: lpn 2\n```',
    '```set\nbeside: ftl.kind = fast\nat: request 3\n```',
    '```set\nexample: fast\n```',
  ]);
});

test.each<[string, Partial<Draft['steps'][number]>, string, RegExp]>([
  ['no title', { title: '' }, 'title', /^A heading has no text: expected the title/],
  [
    'an unknown place',
    { scene: { ...FIRST_SCENE, at: 'noon' } },
    'scene',
    /^"noon" is no place in a run: expected "start"/,
  ],
  ['an unknown reading', { text: '{{beauty}}' }, 'text', /^There is no reading "beauty"; there are requests, /],
  ['an unknown term', { text: '[[beauty]]' }, 'text', /^The glossary does not explain "beauty"/],
  ['a heading', { text: 'a\n\n## b' }, 'text', /expected no heading/],
  ['a table', { text: '| a | b |\n|---|---|\n| c | d |' }, 'text', /^A table is not shown in a lesson/],
  ['a lane that is not there', { text: '{{b.erases}}' }, 'text', /^"b.erases": the step has 1 lane/],
  ['a step that is not there', { text: '{{3 = erases, step 9}}' }, 'text', /there are steps 1 to 2/],
  [
    'a question without words',
    { question: { fields: {}, after: '' } },
    'question',
    /^Predict: expected "ask", the question/,
  ],
  [
    'one answer',
    { question: { fields: { ask: 'A?', choose: 'A', right: '1' }, after: '' } },
    'question',
    /expected "value: READING", or/,
  ],
])('a problem is named where it is, with what was expected: %s', (_, change, part, says) => {
  const steps = [
    { ...STEP, title: 'Fine' },
    { ...STEP, ...change },
  ];
  expect(problemsOf({ ...FINE, steps })).toEqual([{ step: 1, part, says: expect.stringMatching(says) }]);
});

test('a draft without title and without steps is not yet a lesson', () => {
  expect(problemsOf(NO_DRAFT).map(({ step, part, says }) => [step, part, says])).toEqual([
    [null, 'head', 'Its head needs "title" and "seen"'],
    [null, 'head', 'It has no step: expected one at least'],
  ]);
});

test('what is said of a step by its number goes with it', () => {
  const steps = [STEP, { ...STEP, text: '{{3 = erases, step 1}} and {{2 = a.erases, step 2}}' }];
  expect(renumbered(steps, (step) => [1, 0][step] ?? -1)[1]?.text).toBe(
    '{{3 = erases, step 2}} and {{2 = a.erases, step 1}}',
  );
  expect(renumbered(steps, (step) => [-1, 0][step] ?? -1)[1]?.text).toContain('{{3 = erases, step 0}}');
});
