/** What is another in a picture than in the one before it. */

export interface Changes {
  /** Where dots have changed, in order. */
  places: Uint32Array;
  /** Their colours now, four bytes each. */
  dots: Uint8ClampedArray<ArrayBuffer>;
}

/** A dot is 32 bits. Of a first picture, all dots. */
export function changesOf(before: Uint32Array | null, now: Uint32Array): Changes {
  let changed = 0;
  const places = new Uint32Array(now.length);
  for (let at = 0; at < now.length; at++) if (now[at] !== before?.[at]) places[changed++] = at;
  const colours = new Uint32Array(changed);
  for (let n = 0; n < changed; n++) colours[n] = now[places[n] ?? 0] ?? 0;
  return { places: places.slice(0, changed), dots: new Uint8ClampedArray(colours.buffer) };
}
