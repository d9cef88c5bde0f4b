/** Whether the page can be used without network. */

/**
 * `unknown`: not kept in this browser, or not said yet. `keeping`: files are being kept. `kept`: all are. `newer`: all are, and a new version
 * waits; `put-off`: and somebody wants to go on with the old one.
 */
export type OfflineState = 'unknown' | 'keeping' | 'kept' | 'newer' | 'put-off';

const WORDS: Readonly<Record<OfflineState, string>> = {
  unknown: 'Needs the network.',
  keeping: 'Being kept for use without network.',
  kept: 'Works without network.',
  newer: 'Works without network. A new version is ready.',
  'put-off': 'Works without network. A new version is ready.',
};

export const offlineInWords = (state: OfflineState): string => WORDS[state];

export const isNewer = (state: OfflineState): boolean => state === 'newer' || state === 'put-off';
