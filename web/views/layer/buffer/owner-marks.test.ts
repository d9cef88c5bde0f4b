// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { APPEARANCES } from '../../../render/identity';
import { hueClass, overHue, ownerPatterns } from './owner-marks';

test('no two looks are drawn alike, and every pattern that one refers to is there', () => {
  const ids = new Set([...ownerPatterns().querySelectorAll('pattern')].map(({ id }) => `url(#${id})`));
  const area = { x: 3, y: 4, width: 40, height: 20 };
  const drawn = Array.from({ length: APPEARANCES }, (_, appearance) => {
    const over = overHue(appearance, area);
    for (const mark of over) {
      const fill = mark.getAttribute('fill');
      if (fill !== null) expect(ids.has(fill), fill).toBe(true);
    }
    return JSON.stringify([
      hueClass(appearance),
      ...over.map((mark) => [mark.getAttribute('class'), mark.getAttribute('fill')]),
    ]);
  });
  expect(new Set(drawn).size).toBe(APPEARANCES);
  expect(overHue(0, area)).toHaveLength(0);
});
