// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { commandFor, keyLabel, keyName } from './shortcuts';

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
  expect(commandFor(press('ArrowRight', { target: element('<div role="slider"></div>') }))).toBeNull();
  expect(commandFor(press('g', { target: element('<div role="slider"></div>') }))?.id).toBe('transport.next-gc');
  expect(commandFor(press('ArrowRight', { target: element('<button></button>') }))?.id).toBe('transport.forward');
});

test('keys are spelled as on a keyboard', () => {
  expect(keyName(press('ArrowLeft', { shiftKey: true }))).toBe('Shift+ArrowLeft');
  expect(keyLabel('Shift+ArrowLeft')).toBe('Shift ←');
  expect(keyLabel('g')).toBe('G');
  expect(keyLabel('+')).toBe('+');
});
