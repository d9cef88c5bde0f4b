/** Lessons: Markdown of a stranger, from a file or a link, as it is read, written, and shown. */

import { Window } from 'happy-dom';
import { vi } from 'vitest';
import { ownLesson } from '../../app/lesson/own';
import { blocksHtml, textHtml } from '../../app/worksheet/prose-html';
import { readDraft } from '../../lessons/draft';
import type { Lesson } from '../../lessons/lesson';
import { LessonError } from '../../lessons/lesson-error';
import { parseLesson } from '../../lessons/parse';
import { problemsOf } from '../../lessons/problems';
import type { Block, Text } from '../../lessons/prose';
import { writeDraft } from '../../lessons/write';
import { createProse } from '../../views/lesson/prose';
import { lessonTexts } from '../seeds';
import { areSame, isSentence, readOrRefused, type Subject } from '../subject';

const NAME = 'lesson';

export const SUBJECT: Subject = {
  seeds: lessonTexts(),
  holds: (text, random) => {
    const lesson = readOrRefused(() => ownLesson(NAME, text), LessonError);
    if (lesson === null) return false;
    const blocks = lesson.steps.flatMap((step) => [...step.text, ...step.after, ...step.notes]);
    isSafeHtml(
      blocksHtml(blocks, {}) +
        asked(lesson)
          .map((line) => textHtml(line, {}))
          .join(''),
    );
    // Elements take longer than all else.
    if (random?.below(8) === 0) areSafeElements([...blocks, ...asked(lesson).map(paragraph)]);
    isWrittenAsRead(text, lesson);
    return true;
  },
};

const asked = ({ steps }: Lesson): readonly Text[] =>
  steps.flatMap(({ prediction }) =>
    prediction ? [prediction.question, ...(prediction.answer.kind === 'choice' ? prediction.answer.options : [])] : [],
  );

const paragraph = (content: Text): Block => ({ kind: 'paragraph', content });

/** As a draft it has no problem, and its file says the same. */
function isWrittenAsRead(text: string, lesson: Lesson): void {
  const draft = readDraft(NAME, text);
  const written = writeDraft(draft);
  // It may be longer than a file that is opened may be, since JSON escapes more than it must.
  areSame('the lesson', meaningOf({ ...lesson, id: NAME }), meaningOf(parseLesson(NAME, written)));
  areSame('the draft', meaningOf(draft), meaningOf(readDraft(NAME, written)));
  for (const { says } of problemsOf(draft)) isSentence(says);
}

const squeezed = (text: string): string | undefined => text.replace(/\s+/g, ' ').trim() || undefined;

/** A piece of text that is nothing but blanks. */
const isBlank = (piece: unknown): boolean => {
  const { kind, text } = Object(piece) as { kind?: unknown; text?: unknown };
  return kind === 'plain' && String(text).trim() === '';
};

/** Without blanks that mean nothing between words, and without fields that say nothing. */
const meaningOf = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) => {
      if (Array.isArray(one)) return one.filter((piece) => !isBlank(piece));
      return typeof one === 'string' ? squeezed(one) : one;
    }),
  );

const TAGS = /<(?:\/?(?:b|em|code|p|ol|ul|li)|p class="formula"|a href="([^"<>]*)"|\/a)>/g;

/** Nothing but the marks of text, and links that a browser follows on the web or within the page. */
function isSafeHtml(html: string): void {
  for (const [, href] of html.matchAll(TAGS)) if (href !== undefined) isSafeLink(href.replaceAll('&amp;', '&'));
  const rest = html.replace(TAGS, '');
  if (/[<>]/.test(rest))
    throw new Error(`markup: ${JSON.stringify(rest.slice(Math.max(0, rest.search(/[<>]/) - 100)).slice(0, 300))}`);
}

function isSafeLink(href: string): void {
  const leads = URL.canParse(href, 'https://page.example/')
    ? new URL(href, 'https://page.example/').protocol
    : 'https:';
  if (leads !== 'https:' && leads !== 'http:') throw new Error(`a link leads to ${JSON.stringify(href.slice(0, 200))}`);
}

const ELEMENTS = ['P', 'B', 'EM', 'CODE', 'A', 'UL', 'OL', 'LI', 'SPAN', 'OUTPUT'];
const ATTRIBUTES = ['class', 'href', 'target', 'rel', 'id', 'title', 'role', 'popover', 'tabindex', 'aria-describedby'];

function areSafeElements(blocks: readonly Block[]): void {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  try {
    const host = document.createElement('div');
    for (const node of createProse(blocks).nodes) host.append(node as never);
    for (const element of host.querySelectorAll('*')) {
      if (!ELEMENTS.includes(element.tagName)) throw new Error(`an element: ${element.tagName}`);
      for (const { name, value } of element.attributes) {
        if (!ATTRIBUTES.includes(name)) throw new Error(`an attribute: ${name}`);
        if (name === 'href') isSafeLink(value ?? '');
      }
    }
  } finally {
    vi.unstubAllGlobals();
  }
}
