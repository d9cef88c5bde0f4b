import { expect, test } from 'vitest';
import { firstVisit } from './first-visit.mjs';

const DIST = {
  'index.html': '<script src="./assets/index-1.js"></script><link href="./assets/index-2.css"><link href="./icon.svg">',
  'assets/index-1.js': 'import{a}from"./shared-3.js";import"./side-4.js";const b=()=>import("./later-5.js")',
  'assets/index-2.css': '',
  'assets/shared-3.js': 'export{a}',
  'assets/side-4.js': '',
  'assets/later-5.js': 'import"./later-still-6.js"',
  'assets/later-still-6.js': '',
  'assets/worker-7.js': 'const c=()=>import("./sim_core-8.js")',
  'assets/first_core_bg-9.wasm': '',
  'assets/sim_core-8.js': '',
};

test('what is named, imported at once or started comes with the first visit; the rest comes later', () => {
  const found = firstVisit(Object.keys(DIST), (path) => DIST[path]);
  expect([...found].sort()).toEqual([
    'assets/first_core_bg-9.wasm',
    'assets/index-1.js',
    'assets/index-2.css',
    'assets/shared-3.js',
    'assets/side-4.js',
    'assets/worker-7.js',
  ]);
});
