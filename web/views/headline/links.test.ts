// @vitest-environment happy-dom
/** The headline in the page: the sentence of the frame, and links that lead to the operations they name. */

import { expect, test, vi } from 'vitest';
import { EXAMPLES } from '../../app/examples';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import type { Frame } from '../../engine/protocol';
import { openCore } from '../../fixtures/core';
import { createHeadline } from './headline';

const FAST = EXAMPLES.find(({ id }) => id === 'fast')?.document ?? {};

test('each link of the chain leads to the operation that it names, and there it is the last of the chain', () => {
  const { session, frame, toRequest, step } = openCore(FAST);
  toRequest(300);
  const run = vi.fn();
  let state: AppState = { ...initialState(), screen: 'workbench' };
  const headline = createHeadline({ run, update: () => {}, motion: () => false, state: () => state });
  const show = (next: Frame): void => {
    const before = state;
    state = { ...state, frame: next };
    headline.render(state, before);
  };
  const at = (op: number): Frame => {
    while (!session.seek_operation(op, 1000));
    return frame();
  };
  let followed = 0;
  for (let steps = 0; steps < 40; steps++) {
    const shown = step('operation', 1);
    const { op } = shown.position;
    show(shown);
    expect(headline.element.querySelector('h1')?.textContent).toBe(shown.headline.text.replace(/\*\*/g, ''));
    for (const link of headline.element.querySelectorAll<HTMLButtonElement>('button.cause')) {
      link.click();
      const [, { op: to }] = run.mock.lastCall as [string, { op: number }];
      expect(run.mock.lastCall?.[0]).toBe('transport.seek');
      expect(at(to).headline.causes.at(-1)?.label, `${link.textContent} at ${op}`).toBe(link.textContent);
      expect(link.title).toBe(`Go to operation ${to}`);
      followed += 1;
    }
    at(op);
  }
  expect(followed).toBeGreaterThan(20);
  session.free();
});
