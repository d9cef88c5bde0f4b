/** Numbers drawn from the number of a case: the same for the same case, on every machine. */

export interface Random {
  /** A whole number from 0 to below `n`; 0 where `n` is 0. */
  below(n: number): number;
  /** One of `list`, which has one at least. */
  of<T>(list: readonly T[]): T;
}

/** A generator for case number `number`, up to 2^53. */
export function randomOf(number: number): Random {
  let state = (number >>> 0) ^ Math.imul(Math.floor(number / 2 ** 32), 0x9e3779b1);
  const next = (): number => {
    // Of a 32-bit counter, mixed as in MurmurHash3's last step.
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const below = (n: number): number => (n > 0 ? Math.floor((next() / 2 ** 32) * n) : 0);
  return { below, of: (list) => list[below(list.length)] as (typeof list)[number] };
}
