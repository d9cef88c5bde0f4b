/** Has the browser keep the page for use without network, and says how far that is. */

import { type PageMessage, WORKER_FILE } from '../../offline/messages';
import type { AppState } from '../state';
import type { Store } from '../store';
import type { OfflineState } from './state';

/** A browser that keeps nothing, since it cannot or may not, is as good: the state stays `unknown`. */
export async function keepOffline(store: Pick<Store<AppState>, 'get' | 'update'>): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(`./${WORKER_FILE}`, { updateViaCache: 'none' });
    follow(registration, (offline) => {
      const is_put_off = offline === 'newer' && store.get().offline === 'put-off';
      if (!is_put_off) store.update({ offline });
    });
  } catch {
    store.update({ offline: 'unknown' });
  }
}

function follow(registration: ServiceWorkerRegistration, tell: (state: OfflineState) => void): void {
  const say = (): void => tell(stateOf(registration));
  const watch = (): void => registration.installing?.addEventListener('statechange', say);
  registration.addEventListener('updatefound', () => {
    watch();
    say();
  });
  watch();
  say();
}

export function stateOf({
  active,
  waiting,
  installing,
}: Pick<ServiceWorkerRegistration, 'active' | 'waiting' | 'installing'>): OfflineState {
  if (active) return waiting ? 'newer' : 'kept';
  return installing || waiting ? 'keeping' : 'unknown';
}

/** Goes over to the version that waits; where none does any more, another tab has done so. */
export async function takeNewVersion(): Promise<void> {
  const { serviceWorker } = navigator;
  const waiting = (await serviceWorker.getRegistration())?.waiting;
  if (!waiting) return location.reload();
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  const message: PageMessage = 'take-over';
  waiting.postMessage(message);
}
