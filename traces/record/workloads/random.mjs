// The one source of chance of the workloads: same seed, same draws.

/** A 32-bit xorshift; `below(n)` gives 0 … n − 1. */
export function generator(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return { below: (n) => next() % n };
}

export const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));

export const transaction = (statements) => ['BEGIN;', ...statements, 'COMMIT;'];
