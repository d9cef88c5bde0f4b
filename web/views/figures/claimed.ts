/**
 * Where on the axes the papers' claims stand, as the papers put them: what a chart marks. How a claim is judged, and with which
 * margin, is the core's affair.
 */

import type { MetricId } from '../../engine/figures';

export interface Claimed {
  metric: MetricId;
  /** Only in this panel. */
  panel?: string;
  /** The rival; none where the claim is about the paper's own system alone. */
  against?: string;
  /** The stretch of x that is meant; the axis ends where it ends. */
  from: number;
  to: number;
  says: 'ahead' | 'behind' | 'equal' | 'flat';
  /** At least how much less than the rival's, as a share. */
  gain?: number;
}

const EVERYWHERE = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } as const;
const above = (from: number) => ({ from, to: Number.POSITIVE_INFINITY }) as const;
const only = (at: number) => ({ from: at, to: at }) as const;
const response = { metric: 'mean_response_ms', says: 'ahead' } as const;
const erases = { metric: 'erases', says: 'ahead' } as const;
const wear = { metric: 'erase_std_dev', says: 'ahead' } as const;

const CLAIMED: Readonly<Record<string, readonly Claimed[]>> = {
  C1: [{ ...response, against: 'dftl', ...above(0.4) }],
  C2: [{ ...response, against: 'fast', ...EVERYWHERE }],
  C3: [
    { ...erases, against: 'dftl', ...above(0.5) },
    { ...erases, against: 'fast', ...EVERYWHERE },
  ],
  C4: [{ ...response, says: 'equal', against: 'page', ...only(1) }],
  C5: [
    { ...response, against: 'dftl', ...above(0.1) },
    { ...erases, against: 'dftl', ...above(0.2) },
    { ...response, against: 'page', ...above(0.85) },
    { ...erases, against: 'page', ...above(0.85) },
  ],
  C6: [{ ...erases, says: 'flat', ...only(1) }],
  C7: [
    { ...response, against: 'dftl', ...above(6) },
    { ...response, against: 'page', ...above(16) },
  ],
  C8: [
    { ...response, against: 'dftl', panel: 'random', ...above(60_000) },
    { ...response, against: 'dftl', panel: 'sequential', ...above(20_000) },
  ],
  C9: [
    { ...wear, against: 'dftl', ...EVERYWHERE },
    { ...wear, against: 'fast', ...EVERYWHERE },
  ],
  C10: [
    { ...response, against: 'dftl', ...only(0.8), gain: 0.43 },
    { ...erases, against: 'dftl', ...only(0.8), gain: 0.47 },
  ],
  C11: [
    { ...response, against: 'dftl', ...above(0.65) },
    { ...response, says: 'behind', against: 'dftl', from: Number.NEGATIVE_INFINITY, to: 0.6 },
    { ...erases, says: 'behind', against: 'dftl', ...only(0.65) },
  ],
  C12: [
    { ...response, against: 'dftl', ...above(0.3), gain: 0.4 },
    { ...response, against: 'fast', ...above(0.3), gain: 0.4 },
    { ...response, against: 'page', ...above(0.3), gain: 0.4 },
    { ...response, says: 'behind', against: 'dftl', ...only(0.1) },
  ],
  C13: [
    { ...response, against: 'dftl', ...EVERYWHERE, gain: 0.35 },
    { ...erases, says: 'flat', ...EVERYWHERE },
  ],
};

export interface ClaimedPlace extends Claimed {
  claim: string;
}

/** The marks of `claims`, in their order. */
export const marksOf = (claims: readonly string[]): ClaimedPlace[] =>
  claims.flatMap((claim) => (CLAIMED[claim] ?? []).map((mark) => ({ ...mark, claim })));

/** Whether the paper names a place where its system gets ahead, not just that it is. */
export const hasEdge = ({ says, from }: Claimed): boolean => says === 'ahead' && Number.isFinite(from);
