/**
 * A lesson while it is written: its prose as Markdown, its questions as lines of `key: value`, as far as they are there yet. `write.ts` makes a
 * lesson's file of it, which `parse.ts` reads; nothing else says what a lesson may contain.
 */

import type { Token } from 'marked';
import { type Fields, fieldsOf, headOf, UNORDERED } from './front-matter';
import type { Scene } from './lesson';
import { FIRST, parseLesson, partsOf, sectionsOf } from './parse';
import { pathText } from './path';
import { PREDICT_KEYS } from './predict';

export interface Draft {
  head: DraftHead;
  steps: readonly DraftStep[];
}

/** As it stands in the file's head; what is not there yet is empty. */
export interface DraftHead {
  title: string;
  minutes: string;
  seen: string;
  order: string;
}

export interface DraftStep {
  title: string;
  scene: DraftScene;
  text: string;
  question: DraftQuestion | null;
  notes: string;
}

/** All of a scene, however much of it is as in the step before; where it stands is as it is spelt. */
export type DraftScene = Omit<Scene, 'at'> & { at: string };

export interface DraftQuestion {
  fields: Fields<(typeof PREDICT_KEYS)[number]>;
  /** What is said once it is answered. */
  after: string;
}

export const NO_DRAFT: Draft = { head: { title: '', minutes: '5', seen: '', order: '' }, steps: [] };

export const FIRST_SCENE: DraftScene = { ...FIRST, at: pathText(FIRST.at) };

/**
 * The draft of the lesson in `markdown`; `name` is what errors call it.
 *
 * @throws LessonError where it is no lesson.
 */
export function readDraft(name: string, markdown: string): Draft {
  const { steps } = parseLesson(name, markdown);
  const { title, minutes, seen, order } = headOf(name, markdown);
  const parts = sectionsOf(markdown).slice(1).map(partsOf);
  return {
    head: { title, minutes: String(minutes), seen, order: order === UNORDERED ? '' : String(order) },
    steps: steps.flatMap(({ title, scene }, at): DraftStep[] => {
      const part = parts[at];
      if (!part) return [];
      const { text, predict, after, notes } = part;
      return [
        {
          title,
          scene: { ...scene, at: pathText(scene.at) },
          text: sourceOf(text),
          question: predict === null ? null : { fields: fieldsOf(predict, PREDICT_KEYS), after: sourceOf(after) },
          notes,
        },
      ];
    }),
  };
}

/** Parts of a file without what stood between them. */
const sourceOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type !== 'space')
    .map(({ raw }) => raw.replace(/^\n+|\n+$/g, ''))
    .join('\n\n');

const CLAIM = /(\{\{[^{}]+ = \S+, step )(\d+)(\}\})/g;

/**
 * `steps`, of which each has moved to where `placeOf` says: what is said of a step by its number goes with it. Numbers count from 0; of a step
 * that is gone it is -1, which no lesson has.
 */
export function renumbered(steps: readonly DraftStep[], placeOf: (step: number) => number): readonly DraftStep[] {
  const told = (text: string): string =>
    text.replace(CLAIM, (_, before: string, number: string, after: string) => {
      return `${before}${placeOf(Number(number) - 1) + 1}${after}`;
    });
  return steps.map((step) => {
    const { text, question } = step;
    if (!`${text}${JSON.stringify(question)}`.includes('{{')) return step;
    const asked = question && {
      fields: Object.fromEntries(Object.entries(question.fields).map(([key, value]) => [key, told(value)])),
      after: told(question.after),
    };
    return { ...step, text: told(text), question: asked };
  });
}
