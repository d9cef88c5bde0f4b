/** A piece of the page: its element, and how it is told what to show. */
export interface Display<Shown extends readonly unknown[]> {
  readonly element: HTMLElement;
  show(...shown: Shown): void;
}
