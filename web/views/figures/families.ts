/** The works that figures are from. */

export interface Family {
  /** Its word in `FigureEntry`. */
  system: string;
  title: string;
  /** What it is. */
  work: string;
}

const FAMILIES: readonly Family[] = [
  { system: 'clash', title: 'C-lash', work: 'papers' },
  { system: 'lbuffer', title: 'l-buffer', work: 'thesis' },
];

/** A family that is not known here is called by its word. */
export const familyOf = (system: string): Family =>
  FAMILIES.find((family) => family.system === system) ?? { system, title: system, work: 'papers' };
