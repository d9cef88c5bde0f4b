/** Who may control the stage in a frame. */

/**
 * The origins that the frame's address names, `?embed=1&origin=https://example.org`, as often as wanted; where it names none, the page's own. What is
 * no origin of the web allows nobody: there is no word for all of them.
 */
export function allowedOrigins(search: string, own: string): readonly string[] {
  const named = new URLSearchParams(search).getAll('origin');
  return named.length === 0 ? [own] : named.filter(isOrigin);
}

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
