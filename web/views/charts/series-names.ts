/** The series of ttFlash, from before it to all of it, as charts name them. */

const NAMES: Readonly<Record<string, string>> = {
  base: 'without ttFlash',
  pb: 'plane-blocking alone',
  gtr: 'without rotation',
  rgc: 'ttFlash',
  nogc: 'no GC',
  'base-parity': 'parity alone',
  preemptive: 'preemptive GC',
};

export const seriesName = (series: string): string => NAMES[series] ?? series;
