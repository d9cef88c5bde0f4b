/** Writes a draft as the file of a lesson, which `parse.ts` reads: each step says what differs from the step before. */

import { besideText } from './beside';
import { type Draft, type DraftScene, type DraftStep, FIRST_SCENE } from './draft';

/** The draft as Markdown; what is empty is left out. */
export function writeDraft({ head, steps }: Draft): string {
  const { title, minutes, seen, order } = head;
  const written = steps.map((step, at) => stepText(step, steps[at - 1]?.scene ?? FIRST_SCENE));
  return `${['---', ...lines({ title, minutes, order, seen }), '---'].join('\n')}\n\n${written.join('\n\n')}\n`;
}

function stepText({ title, scene, text, question, notes }: DraftStep, before: DraftScene): string {
  return [
    `## ${line(title)}`,
    fence('set', lines(sceneFields(scene, before)).join('\n')),
    text.trim(),
    // A question stands there even before anything is asked.
    question && (fence('predict', lines(question.fields).join('\n')) || fence('predict', '\n')),
    question?.after.trim(),
    fence('notes', notes.trim()),
  ]
    .filter((part) => part)
    .join('\n\n');
}

/** What is to be set where `before` stands already. */
function sceneFields(scene: DraftScene, before: DraftScene): Readonly<Record<string, string>> {
  const { device, highlight } = scene;
  const is_new = !isSame(device, before.device);
  const base = is_new ? { ...before, beside: FIRST_SCENE.beside, at: FIRST_SCENE.at } : before;
  return {
    ...(!is_new
      ? {}
      : 'example' in device
        ? { example: device.example }
        : { experiment: JSON.stringify(device.experiment) }),
    ...(isSame(scene.beside, base.beside) ? {} : { beside: besideText(scene.beside) }),
    ...(scene.at === base.at ? {} : { at: scene.at }),
    ...(isSame(scene.shows, base.shows) ? {} : { show: scene.shows.join(' ') || 'stage' }),
    ...(isSame(scene.charts, base.charts) ? {} : { charts: someText(scene.charts) }),
    ...(isSame(scene.figures, base.figures) ? {} : { figures: someText(scene.figures) }),
    ...(scene.stage === base.stage ? {} : { stage: scene.stage }),
    ...(scene.colour_by === base.colour_by ? {} : { colour: scene.colour_by }),
    ...(highlight ? { highlight: 'lpn' in highlight ? `lpn ${highlight.lpn}` : `state ${highlight.state}` } : {}),
  };
}

/** Null for as many as there are. */
const someText = (words: readonly string[] | null): string => words?.join(' ').replace(/^$/, 'none') ?? 'all';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const lines = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).flatMap(([key, value]) => (line(value) === '' ? [] : [`${key}: ${line(value)}`]));

const line = (text: string): string => text.replace(/\s*[\r\n]\s*/g, ' ').trim();

/** Fenced by more marks than any that it has itself; nothing where it is empty. */
function fence(word: string, text: string): string {
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${word}\n${text}\n${marks}`;
}
