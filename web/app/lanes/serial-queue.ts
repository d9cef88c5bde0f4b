/** Work that must not meet other work of its kind: one after the other, in the order in which it was asked for. */
export type Enqueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
