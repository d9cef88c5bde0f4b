/** Results of figures that take long, computed natively and kept beside the page: `figures/SYSTEM-full.json`, as the command line prints them. */

import type { FigureResult } from '../../engine/core-types';

/** Names of the files there are, filled in when the page is built: asking for one that is not there would be an error. */
declare const KEPT_FIGURES: readonly string[];

export async function fetchKept(
  system: string,
  fetchFile: (path: string) => Promise<Blob>,
  files: readonly string[] = KEPT_FIGURES,
): Promise<readonly FigureResult[]> {
  const file = `${system}-full.json`;
  if (!files.includes(file)) return [];
  try {
    const found: unknown = JSON.parse(await (await fetchFile(`figures/${file}`)).text());
    return Array.isArray(found) ? found.filter(isResult) : [];
  } catch {
    // The page does without: whatever is kept can be computed.
    return [];
  }
}

function isResult(value: unknown): value is FigureResult {
  if (typeof value !== 'object' || value === null) return false;
  const { id, settings, series, claims } = value as Partial<FigureResult>;
  return typeof id === 'string' && typeof settings === 'object' && Array.isArray(series) && Array.isArray(claims);
}
