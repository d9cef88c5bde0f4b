import { expect, test } from 'vitest';
import { fieldLayout } from './field';

test.each([4, 5, 64, 256])('%i boxes all fit', (boxes) => {
  const { columns, box } = fieldLayout(boxes, 480, 110);
  expect(columns * box.width).toBeLessThanOrEqual(480);
  expect(Math.ceil(boxes / columns) * box.height).toBeLessThanOrEqual(110);
  expect(box.width).toBeGreaterThan(4);
});
