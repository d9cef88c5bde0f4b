import { expect, test } from 'vitest';
import { parseLesson } from '../../lessons/parse';
import { collect, questionSteps } from './collect';
import { answerText, sheetsOf } from './sheet';
import type { StageAnswer, StageFrame } from './stage-frame';

const LESSON = parseLesson(
  'one',
  `---
title: Copies <and> erases
minutes: 4
seen: what a copy costs
---

## Before

A [[block]] is only named.

## First

\`\`\`set
at: request 2
\`\`\`

There are {{free-blocks}} free blocks, and [[victim|victims]].

\`\`\`predict
ask: How many erases?
value: erases
reveal: request 3
\`\`\`

It took {{erases}} of them: the secret.

## Second

\`\`\`predict
ask: Which one?
choose: This one | That **one**
right: 2
\`\`\`

That one, as {{no}} says.
`.replace('{{no}}', '{{requests}}'),
);

const PICTURE = 'data:image/png;base64,AAAA';
const QUESTIONS = questionSteps(LESSON).map(({ number, step }, at) => ({
  number,
  step,
  asked: { picture: PICTURE, readings: { 'free-blocks': 7, erases: 0 } },
  answered: { picture: PICTURE, readings: { erases: 1234, requests: 3 } },
  answer: [1234, 1][at] ?? 0,
}));

const sheets = sheetsOf({
  lesson: LESSON,
  questions: QUESTIONS,
  linkOf: (step) => `https://flashlab.example/#v=1&lesson=one&step=${step}`,
  version: '0.1.0',
});

test('the worksheet has each question with its text, its figure, room and link, and no answer', () => {
  const { questions } = sheets;
  expect(questions).toContain('<h1>Copies &lt;and&gt; erases</h1>');
  expect(questions.match(/<section class="question">/g)).toHaveLength(2);
  expect(questions.match(/<img /g)).toHaveLength(2);
  expect(questions).toContain('There are <b>7</b> free blocks, and victims.');
  expect(questions).toContain('How many erases?');
  expect(questions).toContain('<li><span class="box"></span> 2. That <b>one</b></li>');
  expect(questions).toContain('Step 2: <a href="https://flashlab.example/#v=1&amp;lesson=one&amp;step=2">');
  expect(questions).toContain('<dt>victim</dt>');
  expect(questions).not.toContain('<dt>block</dt>');
  for (const told of ['1 234', '1234', 'the secret', 'class="answer"']) expect(questions).not.toContain(told);
});

test('the answer sheet has what the simulator answered, and what the lesson says of it', () => {
  const { answers } = sheets;
  expect(answers).toContain('<p class="answer">2. That one</p>');
  expect(answers).toMatch(/<p class="answer">Erases so far: 1\s234<\/p>/);
  expect(answers).toMatch(/It took <b>1\s234<\/b> of them: the secret\./);
  expect(answers).toContain('That one, as <b>3</b> says.');
});

test('neither can run or load anything', () => {
  for (const html of Object.values(sheets)) {
    expect(html).toContain(`default-src 'none'`);
    expect(html).not.toMatch(/<script|onload=|https?:\/\/(?!flashlab\.example)/);
  }
});

test('an answer in words', () => {
  const [first, second] = QUESTIONS.map(({ step }) => step.prediction);
  if (!first || !second) throw new Error('no question');
  expect(answerText(first, 2)).toBe('Erases so far: 2');
  expect(answerText(second, 0)).toBe('1. This one');
});

test('a lesson is taken step by step, each question answered by the stage', async () => {
  const asked: string[] = [];
  const done: number[] = [];
  const answer = { flashlab: 1, id: 1, ok: true } as const;
  const stage = {
    ask: async (question) => {
      asked.push(question.type === 'lesson' ? `lesson ${question.step}` : question.type);
      const state = { readings: {}, lesson: { answer: null } } as unknown as StageAnswer['state'];
      return { ...answer, state };
    },
    close: () => {},
  } satisfies StageFrame;
  await expect(collect(LESSON, stage, (count) => done.push(count))).rejects.toThrow('The stage gave no picture.');
  expect(asked).toEqual(['lesson 2', 'picture']);
  expect(done).toEqual([]);
});
