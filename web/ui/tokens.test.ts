import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

test('the dark theme is the same, followed or forced', () => {
  const [followed, forced] = [
    /:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/,
    /:root\[data-theme="dark"\] \{([^}]*)\}/,
  ].map((block) => block.exec(css)?.[1]?.replace(/\s+/g, ' '));
  expect(followed).toBeTruthy();
  expect(followed).toBe(forced);
});
