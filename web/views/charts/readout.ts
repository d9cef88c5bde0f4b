/** What is said of the point looked at, with the way to its run. */

import { h } from '../../ui/dom';

export interface RunReadout {
  readonly element: HTMLElement;
  /** The run that the button opens; null where there is none to open. */
  lead(run: number | null): void;
}

/** `words` is filled by its view; `to` names the button. */
export function runReadout(kind: string, words: HTMLElement, to: string, open: (run: number) => void): RunReadout {
  let wanted: number | null = null;
  const button = h(
    'button',
    {
      class: 'button',
      type: 'button',
      hidden: true,
      onclick: () => {
        if (wanted !== null) open(wanted);
      },
    },
    to,
  );
  return {
    element: h('div', { class: `chart-readout ${kind}` }, words, button),
    lead(run) {
      wanted = run;
      button.hidden = run === null;
    },
  };
}
