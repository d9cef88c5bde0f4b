/** What is used of gifenc, which brings no types. */
declare module 'gifenc' {
  export type Palette = readonly (readonly number[])[];

  export interface Encoder {
    /** `delay`: milliseconds until the next picture. */
    writeFrame(
      indexed: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number; transparent: boolean; transparentIndex?: number; dispose: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
