// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { AppState } from '../../app/state';
import type { ViewContext } from '../../app/view';
import type { StageCells } from '../../engine/protocol';
import { blockTargets } from './targets';

const VALID = 1;
const INVALID = 2;

/** Two blocks of two pages, and a lesson that asks for one of them. */
function targets() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  );
  const step = { prediction: { answer: { kind: 'value', input: 'block' } } };
  const lesson = { lesson: { steps: [step] }, packed: null, step: 0, predicted: {} };
  const context = { state: () => ({ lesson }) as unknown as AppState, run: () => {} } as unknown as ViewContext;
  const box = document.createElement('div');
  const page_state = new Uint8Array([VALID, VALID, VALID, VALID]);
  const cells = { page_state, block_state: new Uint8Array(2) } as unknown as StageCells;
  const rectOf = (page: number) => ({ x: 20 * Math.floor(page / 2), y: 10 * (page % 2), width: 8, height: 8 });
  const view = blockTargets({ context, box, cells: () => cells, victim: () => null, rectOf });
  const names = () => [...box.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
  return { view, page_state, names };
}

test('each block is named with what it holds, which changes where it stands still', () => {
  const { view, page_state, names } = targets();
  view.show();
  expect(names()).toEqual(['Block 0: 2 valid', 'Block 1: 2 valid']);
  page_state[3] = INVALID;
  view.show();
  expect(names()).toEqual(['Block 0: 2 valid', 'Block 1: 1 valid, 1 invalid']);
});
