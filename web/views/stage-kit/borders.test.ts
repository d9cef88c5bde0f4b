import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const VIEWS = fileURLToPath(new URL('..', import.meta.url));
const KIT = 'stage-kit';
const foldersIn = (folder: string): string[] =>
  readdirSync(join(VIEWS, folder), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [`${folder}/${one.name}`] : [],
  );
const STAGES = [...foldersIn('layer'), ...foldersIn('stage')];

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(VIEWS, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
const textOf = (file: string): string => readFileSync(join(VIEWS, file), 'utf8');

/** What a source imports of the views, as paths below them. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, path = '']) => join(dirname(file), path));

/** Imports out of `folder` into one of `others`, as `FILE imports WHAT`. */
const crossings = (folder: string, others: readonly string[]): string[] =>
  sourcesIn(folder).flatMap((file) =>
    importsOf(file)
      .filter((path) => others.some((other) => other !== folder && !relative(other, path).startsWith('..')))
      .map((path) => `${file} imports ${path}`),
  );

test('there are stages to look at', () => {
  expect(STAGES).toContain('layer/logs');
  expect(STAGES).toContain('stage/cells');
});

test('a stage imports nothing of another: what several share is in the kit', () => {
  expect(STAGES.flatMap((stage) => crossings(stage, STAGES))).toEqual([]);
});

test('the kit imports nothing of the stages', () => {
  expect(crossings(KIT, ['layer', 'stage'])).toEqual([]);
});

test('all motion is on the loop of the page: no view asks for animation frames itself', () => {
  const asks = /(request|cancel)AnimationFrame/;
  const views = sourcesIn('.').filter((file) => !file.endsWith('.test.ts'));
  expect(views.filter((file) => asks.test(textOf(file)))).toEqual([]);
});
