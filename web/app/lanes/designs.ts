/** Designs that are put side by side at one click, each as the sections it brings. */

import type { ExperimentDocument } from '../../engine/protocol';

export interface Design {
  title: string;
  sections: ExperimentDocument;
}

/** The mapping in RAM, on flash behind a cache, in blocks with shared log blocks, and none at all behind two levels of pages. */
export const FOUR_DESIGNS: readonly Design[] = [
  { title: 'Page mapping', sections: { ftl: { kind: 'page' }, buffer: { kind: 'none' } } },
  { title: 'DFTL', sections: { ftl: { kind: 'dftl' }, buffer: { kind: 'none' } } },
  { title: 'FAST', sections: { ftl: { kind: 'fast' }, buffer: { kind: 'none' } } },
  { title: 'C-lash', sections: { ftl: { kind: 'clash' }, buffer: { kind: 'none' } } },
];
