/** Policies ready to be ticked, made from the core's own list of layers, buffers and their settings. */

import type { ExperimentDocument, Schema } from '../../engine/protocol';
import type { SweepPolicy } from '../../engine/sweep';
import { withChoice } from '../experiment';
import { choosable, componentOf } from '../parameters';
import { AS_IT_IS } from './draft';
import { valueIn } from './values';

export interface PolicyGroup {
  title: string;
  policies: readonly SweepPolicy[];
}

const FIRST = ['page', 'dftl', 'fast', 'clash'];

export function readyPolicies(schema: Schema, document: ExperimentDocument): PolicyGroup[] {
  const layer = (kind: string): SweepPolicy[] => {
    const found = schema.ftl.find((component) => component.kind === kind);
    return found ? [{ title: policyTitle(found.title), set: { 'ftl.kind': kind } }] : [];
  };
  // A layer that would bring another device along cannot be compared on this one.
  const fits = (kind: string): boolean => withChoice(document, 'ftl.kind', kind).device === document.device;
  const others = choosable(schema.ftl)
    .map(({ kind }) => kind)
    .filter((kind) => !FIRST.includes(kind) && fits(kind));
  const buffers = schema.buffer.map(({ kind, title }) => ({ title: policyTitle(title), set: { 'buffer.kind': kind } }));
  const collecting = wordsOf(schema, document, 'gc.policy').map(([word, title]) => ({
    title: policyTitle(`${title} GC`),
    set: { 'ftl.gc.policy': word },
  }));
  return [
    { title: 'Translation layers', policies: FIRST.flatMap(layer) },
    { title: 'More layers', policies: others.flatMap(layer) },
    { title: 'Write buffers', policies: buffers },
    ...(collecting.length > 0 ? [{ title: 'GC victim policies', policies: collecting }] : []),
    { title: 'This experiment', policies: [AS_IT_IS] },
  ];
}

/** As a name: l-buffer stays as it is. */
/** A component's title as that of a policy: without what explains it, which a colon would part from it. */
export const policyTitle = (title: string): string =>
  title.replace(/:.*$/, '').replace(/^[a-z](?!-)/, (letter) => letter.toUpperCase());

/** The words that a setting of the experiment's layer takes, each with how people read it. */
function wordsOf(schema: Schema, document: ExperimentDocument, name: string): readonly (readonly [string, string])[] {
  const kind = componentOf(schema, document, 'ftl')?.parameters.find((parameter) => parameter.name === name)?.kind;
  return kind?.type === 'choice' ? kind.words.map((word) => [word, kind.titles[word] ?? word]) : [];
}

export const isSame = (a: SweepPolicy, b: SweepPolicy): boolean => JSON.stringify(a.set) === JSON.stringify(b.set);

/** `C-lash, 64 slots: ftl.kind=clash ftl.p_pages=64`, as the command line takes it; null where it is nothing of the kind. */
export function policyFrom(text: string): SweepPolicy | null {
  const colon = text.indexOf(':');
  const title = text.slice(0, colon).trim();
  const pairs = text
    .slice(colon + 1)
    .trim()
    .split(/\s+/)
    .map((word) => /^([a-z_0-9.]+)=(.+)$/.exec(word));
  if (colon < 0 || title === '' || pairs.some((pair) => pair === null)) return null;
  return { title, set: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', valueIn(pair?.[2] ?? '')])) };
}
