/** Calls `draw` at once, then at most once every `interval_ms`, always ending with the newest arguments. */
export function throttled<Arguments extends unknown[]>(
  interval_ms: number,
  draw: (...args: Arguments) => void,
): (...args: Arguments) => void {
  let waiting: Arguments | null = null;
  let resting = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      const newest = waiting;
      waiting = null;
      if (newest) {
        draw(...newest);
        rest();
      }
    }, interval_ms);
  };
  return (...args) => {
    if (resting) {
      waiting = args;
      return;
    }
    draw(...args);
    rest();
  };
}
