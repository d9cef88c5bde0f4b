/** Work that must not meet other work of its kind: one after the other, in the order in which it was asked for. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
