// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { followPointing } from './pointing';

function pointed(options: { stays?: boolean } = {}) {
  const plot = document.createElement('div');
  const [point, open] = [vi.fn(), vi.fn()];
  let place: number | null = null;
  followPointing<number>(plot, {
    under: ({ clientX }) => (clientX < 0 ? null : clientX),
    after: (key) => (key === 'ArrowRight' ? 7 : undefined),
    current: () => place,
    point: (next) => {
      place = next;
      point(next);
    },
    open,
    ...options,
  });
  const send = (type: string, pointerType: string, clientX = 0) =>
    plot.dispatchEvent(new PointerEvent(type, { pointerType, clientX }));
  const press = (key: string, modifiers: KeyboardEventInit = {}) =>
    plot.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...modifiers }));
  const leaveTo = (relatedTarget: Element | null) => plot.dispatchEvent(new FocusEvent('blur', { relatedTarget }));
  return { point, open, send, press, leaveTo };
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

test('a click where nothing is opens nothing, and one without a pointer what is there', () => {
  const { open, send } = pointed();
  send('click', 'mouse', -1);
  expect(open).not.toHaveBeenCalled();
  send('click', '', 4);
  expect(open).toHaveBeenCalledExactlyOnceWith(4);
});

test('a finger reads by touching and opens nothing', () => {
  const { point, open, send } = pointed();
  send('pointerdown', 'touch', 5);
  send('click', 'touch', 5);
  expect(point).toHaveBeenLastCalledWith(5);
  expect(open).not.toHaveBeenCalled();
});

test('a finger that moves on, or is lifted, leaves what it has read', () => {
  const { point, send } = pointed();
  send('pointermove', 'touch', 3);
  send('pointerleave', 'touch');
  expect(point).not.toHaveBeenCalled();
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

test.each(['altKey', 'ctrlKey', 'metaKey'])("a key with %s is the browser's", (modifier) => {
  const { point, press } = pointed();
  expect(press('ArrowRight', { [modifier]: true })).toBe(true);
  expect(point).not.toHaveBeenCalled();
});

test('a place is forgotten as the keys go elsewhere, but not to the words beside the chart', () => {
  const readout = document.createElement('div');
  readout.className = 'chart-readout';
  const link = readout.appendChild(document.createElement('a'));
  const { point, leaveTo } = pointed();
  leaveTo(link);
  expect(point).not.toHaveBeenCalled();
  leaveTo(document.createElement('a'));
  expect(point).toHaveBeenCalledExactlyOnceWith(null);
  leaveTo(null);
  expect(point).toHaveBeenCalledTimes(2);
  const staying = pointed({ stays: true });
  staying.leaveTo(null);
  expect(staying.point).not.toHaveBeenCalled();
});

test('where it stays, a place is still looked at after the mouse has left', () => {
  const { point, send } = pointed({ stays: true });
  send('pointermove', 'mouse', 3);
  send('pointerleave', 'mouse');
  expect(point).toHaveBeenLastCalledWith(3);
});
