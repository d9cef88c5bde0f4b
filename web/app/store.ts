/**
 * One value, changed in one place, watched by whoever draws it.
 *
 * `update` merges a change and tells the listeners once, with the value before. A change that changes nothing tells nobody.
 */
export interface Store<T extends object> {
  get(): T;
  update(change: Partial<T>): void;
  /** Calls `listener` after each change; returns the way to stop. */
  subscribe(listener: (value: T, previous: T) => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  const listeners = new Set<(value: T, previous: T) => void>();
  let value = initial;
  return {
    get: () => value,
    update(change) {
      const keys = Object.keys(change) as (keyof T)[];
      if (keys.every((key) => Object.is(value[key], change[key]))) return;
      const previous = value;
      value = { ...value, ...change };
      for (const listener of [...listeners]) listener(value, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
