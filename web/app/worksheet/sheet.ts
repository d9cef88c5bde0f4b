/** A worksheet, and its answer sheet: one HTML file each, for A4 and Letter, from what was collected of a lesson. Pure. */

import { GLOSSARY } from '../../lessons/glossary';
import type { Expected, Lesson, Prediction } from '../../lessons/lesson';
import { plainText } from '../../lessons/prose';
import { READINGS } from '../../lessons/readings';
import { escaped } from '../export/escape';
import { htmlDocument } from '../export/html-document';
import type { Question } from './collect';
import { blocksHtml, readingText, termsIn, textHtml } from './prose-html';
import { SHEET_STYLE } from './sheet-style';
import type { Sheets } from './state';

export interface SheetParts {
  lesson: Lesson;
  questions: readonly Question[];
  /** The address of a step, from 1. */
  linkOf: (step: number) => string;
  version: string;
}

export const sheetsOf = (parts: SheetParts): Sheets => ({
  questions: page(
    parts,
    'Worksheet',
    parts.questions.map((question, at) => questionHtml(question, at, parts)),
  ),
  answers: page(
    parts,
    'Answer sheet',
    parts.questions.map((question, at) => answerHtml(question, at, parts)),
  ),
});

function page({ lesson, questions, linkOf, version }: SheetParts, kind: string, sections: readonly string[]): string {
  const is_asking = kind === 'Worksheet';
  return htmlDocument({
    title: `${lesson.title}: ${kind.toLowerCase()}`,
    version,
    style: SHEET_STYLE,
    body: `<header>
<p class="kind">Flashlab · ${kind}</p>
<h1>${escaped(lesson.title)}</h1>
${is_asking ? '<p class="fill"><span>Name</span><span>Date</span></p>' : ''}
</header>
${is_asking ? needsHtml(lesson, questions, linkOf(1)) : `<p>Every answer is what the simulator shows at that moment of the lesson. The lesson: ${linkHtml(linkOf(1))}</p>`}
<main>
${sections.join('\n')}
</main>`,
  });
}

/** What is needed for it: time, the lesson, how figures are read, and the terms that occur. */
function needsHtml(lesson: Lesson, questions: readonly Question[], link: string): string {
  const terms = termsIn(
    questions.flatMap(({ step }) => [
      ...step.text,
      ...(step.prediction ? [{ kind: 'paragraph', content: step.prediction.question } as const] : []),
    ]),
  );
  const defined = [...terms].map(
    ([term, written]) => `<div><dt>${escaped(written)}</dt><dd>${escaped(GLOSSARY[term] ?? '')}</dd></div>`,
  );
  return `<section class="need">
<h2>What you will need</h2>
<ul>
<li>About ${lesson.minutes} minutes and a pen. Answer each question before you look it up.</li>
<li>A browser, to take the lesson or to check an answer: ${linkHtml(link)}</li>
<li>In the figures, a column is a block with page 0 at its foot. Valid pages are solid, invalid ones have a slash, free ones are hollow.</li>
</ul>
${defined.length > 0 ? `<h2>Terms</h2><dl>${defined.join('')}</dl>` : ''}
</section>`;
}

function questionHtml({ number, step, asked }: Question, at: number, { linkOf }: SheetParts): string {
  if (!step.prediction) return '';
  return `<section class="question">
<h2><span>${at + 1}</span> ${escaped(step.title)}</h2>
${blocksHtml(step.text, asked.readings)}
<div class="pair">
${figureHtml(asked.picture, `The stage at the question: ${step.title}`)}
<div class="ask">
<p><b>${textHtml(step.prediction.question, asked.readings)}</b></p>
${roomHtml(step.prediction.answer)}
</div>
</div>
<p class="link">Step ${number}: ${linkHtml(linkOf(number))}</p>
</section>`;
}

/** Where the answer is written. */
function roomHtml(expected: Expected): string {
  const why = '<p class="why">Why?</p><div class="line"></div><div class="line"></div>';
  if (expected.kind === 'value')
    return `<p class="value">Prediction <span class="blank"></span></p><p class="value">What the simulator shows <span class="blank"></span></p>${why}`;
  const options = expected.options.map(
    (option, at) => `<li><span class="box"></span> ${at + 1}. ${textHtml(option, {})}</li>`,
  );
  return `<ul class="options">${options.join('')}</ul>${why}`;
}

function answerHtml({ number, step, asked, answered, answer }: Question, at: number, { linkOf }: SheetParts): string {
  if (!step.prediction) return '';
  return `<section class="question">
<h2><span>${at + 1}</span> ${escaped(step.title)}</h2>
<p><b>${textHtml(step.prediction.question, asked.readings)}</b></p>
<p class="answer">${escaped(answerText(step.prediction, answer))}</p>
<div class="pair">
${figureHtml(answered.picture, `The stage at the answer: ${step.title}`)}
<div>
${blocksHtml(step.after, answered.readings)}
</div>
</div>
<p class="link">Step ${number}: ${linkHtml(linkOf(number))}</p>
</section>`;
}

/** The answer in words. */
export function answerText({ answer: expected }: Prediction, answer: number): string {
  if (expected.kind === 'choice') return `${answer + 1}. ${plainText(expected.options[answer] ?? [])}`;
  const words = `${READINGS[expected.reading].title}: ${readingText(expected.reading, answer)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const figureHtml = (picture: string, alt: string): string =>
  `<figure><img src="${escaped(picture)}" alt="${escaped(alt)}"></figure>`;

const linkHtml = (link: string): string =>
  `<a href="${escaped(link)}">${escaped(link.replace(/^https?:\/\//, ''))}</a>`;
