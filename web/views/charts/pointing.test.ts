// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { followPointing } from './pointing';

function pointed(stays = false) {
  const plot = document.createElement('div');
  const [point, open] = [vi.fn(), vi.fn()];
  let place: number | null = null;
  followPointing<number>(plot, {
    under: ({ clientX }) => clientX,
    after: (key) => (key === 'ArrowRight' ? 7 : undefined),
    current: () => place,
    point: (next) => {
      place = next;
      point(next);
    },
    open,
    stays,
  });
  const send = (type: string, pointerType: string, clientX = 0) =>
    plot.dispatchEvent(new PointerEvent(type, { pointerType, clientX }));
  const press = (key: string) => plot.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  return { point, open, send, press };
}

test('a mouse reads by moving, opens by a click, and forgets as it leaves', () => {
  const { point, open, send } = pointed();
  send('pointermove', 'mouse', 3);
  expect(point).toHaveBeenLastCalledWith(3);
  send('pointerdown', 'mouse', 3);
  send('click', 'mouse', 3);
  expect(open).toHaveBeenCalledWith(3);
  send('pointerleave', 'mouse');
  expect(point).toHaveBeenLastCalledWith(null);
});

test('a finger reads by touching and opens nothing', () => {
  const { point, open, send } = pointed();
  send('pointerdown', 'touch', 5);
  send('click', 'touch', 5);
  expect(point).toHaveBeenLastCalledWith(5);
  expect(open).not.toHaveBeenCalled();
});

test('keys lead on, Enter opens what they led to, and others are left to the page', () => {
  const { point, open, press } = pointed();
  expect(press('Enter')).toBe(true);
  expect(press('ArrowRight')).toBe(false);
  expect(point).toHaveBeenLastCalledWith(7);
  press('Enter');
  expect(open).toHaveBeenCalledWith(7);
  expect(press('x')).toBe(true);
});

test('where it stays, a place is still looked at after the mouse has left', () => {
  const { point, send } = pointed(true);
  send('pointermove', 'mouse', 3);
  send('pointerleave', 'mouse');
  expect(point).toHaveBeenLastCalledWith(3);
});
