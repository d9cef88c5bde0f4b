/** What the browser remembers of this page between visits: the theme. A browser that remembers nothing is as good. */

import { THEMES } from './commands/view';
import type { AppState } from './state';
import { stored } from './storing';

const KEY = 'flashlab-theme';

/** What the address says, `theme=dark`, as a frame's may; else what is remembered. */
export const wantedTheme = (switches: URLSearchParams): AppState['theme'] =>
  THEMES.find((theme) => theme === switches.get('theme')) ?? rememberedTheme();

function rememberedTheme(): AppState['theme'] {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

/** False where the browser did not take it; the theme then holds for this visit. */
export const rememberTheme = (theme: AppState['theme']): boolean => stored(KEY, theme);
