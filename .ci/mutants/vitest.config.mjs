// The page's tests as mutants meet them: without those that play whole devices. A change that only such a test notices has no test
// of its own, and each mutant would take a minute.

import { mergeConfig } from 'vitest/config';
import page from '../../vite.config.ts';

const SLOW = ['web/views/agreement.test.ts', 'web/app/examples.test.ts'];

export default mergeConfig(page, {
  test: { include: ['web/**/*.test.ts'], isolate: false, exclude: ['web/fuzz/**', ...SLOW] },
});
