/**
 * Results of figures that take long, computed natively and kept beside the page: `figures/SYSTEM-full.json`, and how firm their claims are,
 * `figures/SYSTEM-firm.json`; both as the command line prints them.
 */

import type { FigureResult, Sensitivity } from '../../engine/core-types';

/** Names of the files there are, filled in when the page is built: asking for one that is not there would be an error. */
declare const KEPT_FIGURES: readonly string[];

type FetchFile = (path: string) => Promise<Blob>;

export const fetchKept = (system: string, fetchFile: FetchFile, files = KEPT_FIGURES): Promise<FigureResult[]> =>
  fetchList(`${system}-full.json`, isResult, fetchFile, files);

export const fetchFirmness = (system: string, fetchFile: FetchFile, files = KEPT_FIGURES): Promise<Sensitivity[]> =>
  fetchList(`${system}-firm.json`, isFirmness, fetchFile, files);

async function fetchList<T>(
  file: string,
  is_one: (value: unknown) => value is T,
  fetchFile: FetchFile,
  files: readonly string[],
): Promise<T[]> {
  if (!files.includes(file)) return [];
  try {
    const found: unknown = JSON.parse(await (await fetchFile(`figures/${file}`)).text());
    return Array.isArray(found) ? found.filter(is_one) : [];
  } catch {
    // The page does without: whatever is kept can be computed.
    return [];
  }
}

function isFirmness(value: unknown): value is Sensitivity {
  if (typeof value !== 'object' || value === null) return false;
  const { claim, choices } = value as Partial<Sensitivity>;
  return typeof claim === 'string' && Array.isArray(choices);
}

function isResult(value: unknown): value is FigureResult {
  if (typeof value !== 'object' || value === null) return false;
  const { id, settings, series, claims } = value as Partial<FigureResult>;
  return typeof id === 'string' && typeof settings === 'object' && Array.isArray(series) && Array.isArray(claims);
}
