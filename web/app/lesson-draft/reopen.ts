/** Whether the draft is in sight again when a tab is loaded anew. */

const KEY = 'flashlab-writing';

export function keepOpen(is_open: boolean): void {
  try {
    if (is_open) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden; the draft is then opened by hand.
  }
}

export function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
