/** The works that figures are from. */

export interface Family {
  /** Its word in `FigureEntry`. */
  system: string;
  title: string;
  /** What it is, one of it, and all. */
  work: string;
  works: string;
}

const FAMILIES: readonly Family[] = [
  { system: 'clash', title: 'C-lash', work: 'paper', works: 'papers' },
  { system: 'lbuffer', title: 'l-buffer', work: 'thesis', works: 'thesis' },
  { system: 'ttflash', title: 'ttFlash', work: 'paper', works: 'paper' },
  { system: 'openchannel', title: 'open-channel', work: 'paper', works: 'paper' },
];

/** A family that is not known here is called by its word. */
export const familyOf = (system: string): Family =>
  FAMILIES.find((family) => family.system === system) ?? { system, title: system, work: 'paper', works: 'papers' };
