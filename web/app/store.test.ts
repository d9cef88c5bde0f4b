import { expect, test } from 'vitest';
import { createStore } from './store';

test('a change is merged and told once, with the value before', () => {
  const store = createStore({ a: 1, b: 2 });
  const told: unknown[] = [];
  store.subscribe((value, previous) => told.push([value, previous]));
  store.update({ a: 3 });
  expect(told).toEqual([
    [
      { a: 3, b: 2 },
      { a: 1, b: 2 },
    ],
  ]);
});

test('a change that changes nothing tells nobody', () => {
  const store = createStore({ a: Number.NaN });
  let told = 0;
  store.subscribe(() => told++);
  store.update({ a: Number.NaN });
  expect(told).toBe(0);
});

test('a listener that left hears no more, even when it leaves while being told', () => {
  const store = createStore({ a: 0 });
  const heard: string[] = [];
  const leave = store.subscribe(() => {
    heard.push('first');
    leave();
  });
  store.subscribe(() => heard.push('second'));
  store.update({ a: 1 });
  store.update({ a: 2 });
  expect(heard).toEqual(['first', 'second', 'second']);
});
