/**
 * Hearing of it when a worker is gone: a browser that ends one, as it does when memory is short, says nothing to the page, and a long call says
 * nothing either until it is over.
 *
 * The worker holds a lock of its own for as long as it lives, and the page waits for that lock. The browser gives it to the page when
 * the worker is gone, and only then, however long a call takes.
 */

/** What a worker is told once, as soon as it is there: the lock that it is to hold. */
export interface LockMessage {
  lock: string;
}

/** What it answers when it holds it. */
const HELD = 'lock held';

/** The worker's half. Where the browser has no locks, as on a page that did not come by https, or allows none, nobody waits for one. */
export function holdLock({ lock }: LockMessage): void {
  void locks()
    ?.request(lock, () => {
      self.postMessage(HELD);
      return new Promise(() => {});
    })
    .catch(() => {});
}

/** The page's half: an `error` event at the worker where the browser has ended it, or has lost what it said. */
export function watchOver(worker: Worker): void {
  const fail = (message: string): void => void worker.dispatchEvent(new ErrorEvent('error', { message }));
  worker.addEventListener('messageerror', () => fail('its answer could not be read, as when memory is short.'));
  if (!locks()) return;
  const lock = `flashlab-worker-${crypto.randomUUID()}`;
  worker.addEventListener('message', function isHeld(event) {
    if (event.data !== HELD) return;
    worker.removeEventListener('message', isHeld);
    event.stopImmediatePropagation(); // it answers no question
    void locks()
      ?.request(lock, () => fail('the browser has ended it, as when memory is short.'))
      .catch(() => {});
  });
  const message: LockMessage = { lock };
  worker.postMessage(message);
}

function locks(): LockManager | null {
  try {
    return navigator.locks ?? null;
  } catch {
    return null;
  }
}
