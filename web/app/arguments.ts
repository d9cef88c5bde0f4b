/** Reading a command's arguments, which may come from anywhere: a button, a test, a console. */

/** The field `name` of `args`; undefined if there is none. */
export function argument(args: unknown, name: string): unknown {
  if (typeof args !== 'object' || args === null) return undefined;
  return (args as Record<string, unknown>)[name];
}

export function numberArgument(args: unknown, name: string): number {
  const value = argument(args, name);
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new TypeError(`${name}: ${String(value)} is not a number`);
}

export function textArgument(args: unknown, name: string): string {
  const value = argument(args, name);
  if (typeof value === 'string') return value;
  throw new TypeError(`${name}: ${String(value)} is not text`);
}

export function wordArgument<W extends string>(args: unknown, name: string, words: readonly W[]): W {
  const value = argument(args, name);
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  throw new TypeError(`${name}: ${String(value)} is not one of ${words.join(', ')}`);
}
