// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { COLLECTS } from '../fixtures/observables';
import { isEnabled } from './command';
import { COMMANDS } from './commands';
import { initialState } from './initial-state';
import { commandFor, isFree, keyLabel, keyName } from './shortcuts';
import type { AppState } from './state';

const press = (key: string, change: Partial<Parameters<typeof commandFor>[0]> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...change,
});

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild as Element;
}

test.each([
  [' ', false, 'transport.play'],
  ['ArrowLeft', false, 'transport.back'],
  ['ArrowLeft', true, 'transport.back-request'],
  ['g', false, 'transport.next-gc'],
  ['G', true, 'transport.next-gc'],
  ['?', true, 'view.help'],
  ['3', false, 'view.isolate-invalid'],
  ['Escape', false, 'view.close'],
])('%s (shift %s) means %s', (key, shiftKey, id) => {
  expect(commandFor(press(key, { shiftKey }))?.id).toBe(id);
});

const OPENED = { screen: 'workbench', opened: { observables: COLLECTS } } as unknown as Partial<AppState>;
const QUESTION = { steps: [{ prediction: {} }, {}] };
const CHOICE = { steps: [{ prediction: { answer: { kind: 'choice', options: ['one', 'two', 'three'] } } }] };
const lesson = (step: number, lesson: object = QUESTION): Partial<AppState> =>
  ({ lesson: { lesson, packed: null, step, predicted: {} } }) as unknown as Partial<AppState>;

test.each<[string, Partial<AppState>]>([
  ['the start page', {}],
  ['the workbench', OPENED],
  ['a lecture', { ...OPENED, presenting: true }],
  ['a lesson', { ...OPENED, ...lesson(0) }],
  ['a lesson, at options', { ...OPENED, ...lesson(0, CHOICE) }],
  ['a lesson in a lecture, at a question', { ...OPENED, presenting: true, ...lesson(0) }],
  ['a lesson in a lecture, at its last step', { ...OPENED, presenting: true, ...lesson(1) }],
  ['figures', { screen: 'figures', presenting: true }],
])('on %s no key means two things', (_, change) => {
  const state = { ...initialState(), ...change };
  const keys = COMMANDS.filter((command) => isEnabled(command, state)).flatMap((command) => command.keys ?? []);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('while options are chosen from, their numbers answer', () => {
  const can = (change: Partial<AppState>) => (key: string) =>
    commandFor(press(key), (command) => isEnabled(command, { ...initialState(), ...OPENED, ...change }))?.id;
  expect(['1', '3', '4'].map(can(lesson(0, CHOICE)))).toEqual(['lesson.option-1', 'lesson.option-3', undefined]);
  expect(can({})('1')).toBe('view.isolate-free');
});

test('keys of the browser are left to it', () => {
  expect(commandFor(press('t', { ctrlKey: true }))).toBeNull();
  expect(commandFor(press('ArrowLeft', { altKey: true }))).toBeNull();
});

test('typing is typing', () => {
  for (const html of ['<input type="text">', '<input type="search">', '<select></select>', '<textarea></textarea>']) {
    expect(commandFor(press('g', { target: element(html) })), html).toBeNull();
  }
  expect(commandFor(press('Escape', { target: element('<input type="text">') }))?.id).toBe('view.close');
});

test('controls keep the keys they work with, and no others', () => {
  expect(commandFor(press(' ', { target: element('<button></button>') }))).toBeNull();
  expect(commandFor(press(' ', { target: element('<div></div>') }))?.id).toBe('transport.play');
  expect(commandFor(press('ArrowRight', { target: element('<div role="slider"></div>') }))).toBeNull();
  expect(commandFor(press('g', { target: element('<div role="slider"></div>') }))?.id).toBe('transport.next-gc');
  expect(commandFor(press('ArrowRight', { target: element('<button></button>') }))?.id).toBe('transport.forward');
});

test('a key is free that is meant for no control, and not for the browser', () => {
  expect(isFree(press('x'))).toBe(true);
  expect(isFree(press('x', { target: element('<p></p>') }))).toBe(true);
  expect(isFree(press('x', { target: element('<button></button>') }))).toBe(false);
  expect(isFree(press('Tab'))).toBe(false);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(isFree(press('x', { [modifier]: true }))).toBe(false);
});

test('keys are spelled as on a keyboard', () => {
  expect(keyName(press('ArrowLeft', { shiftKey: true }))).toBe('Shift+ArrowLeft');
  expect(keyLabel('Shift+ArrowLeft')).toBe('Shift ←');
  expect(keyLabel('g')).toBe('G');
  expect(keyLabel('+')).toBe('+');
});
