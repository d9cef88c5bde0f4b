/**
 * Where on the axes the papers' claims stand, as the papers put them: what a chart marks. How a claim is judged, and with which
 * margin, is the core's affair.
 */

export interface Claimed {
  metric: string;
  /** Only in this panel. */
  panel?: string;
  /** The system that it is about; the paper's own where none is named. */
  of?: string;
  /** The rival; none where the claim is about one system alone. */
  against?: string;
  /** The stretch of x that is meant; the axis ends where it ends. */
  from: number;
  to: number;
  says: 'ahead' | 'behind' | 'equal' | 'near' | 'flat' | 'at least' | 'at most' | 'about';
  /** At least how much less than the rival's, as a share. */
  gain?: number;
  /** The value that is meant, in the metric's unit, where the claim names one. */
  level?: number;
  /** The same as a share of the rival's. */
  share?: number;
  /** Whether that value is a size, divided where experiments of a part of the size are made. */
  is_size?: boolean;
}

const EVERYWHERE = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } as const;
const above = (from: number) => ({ from, to: Number.POSITIVE_INFINITY }) as const;
const below = (to: number) => ({ from: Number.NEGATIVE_INFINITY, to }) as const;
const only = (at: number) => ({ from: at, to: at }) as const;
const response = { metric: 'mean_response_ms', says: 'ahead' } as const;
const erases = { metric: 'erases', says: 'ahead' } as const;
const wear = { metric: 'erase_std_dev', says: 'ahead' } as const;
const write = { metric: 'mean_write_ms', says: 'ahead' } as const;
const near = { metric: 'mean_write_ms', says: 'near' } as const;
const log_bytes = { metric: 'rehearsal_log_bytes', says: 'ahead', of: '3000', against: 'all' } as const;
const first_share = { metric: 'first_log_block_share', says: 'at least', ...EVERYWHERE } as const;
const groups = { metric: 'groups_mean', says: 'about', is_size: true } as const;
const full_log = (panel: string): Claimed[] => [
  { ...near, of: '2000', against: 'all', panel, ...only(512) },
  { ...write, says: 'behind', of: '200', against: 'all', panel, ...only(512) },
];

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
  L1: [{ ...write, of: 'alpha-minus-1', against: 'alpha-1', panel: 'notebook', ...below(8) }],
  L2: [
    { ...write, against: 'alpha-minus-1', panel: 'notebook', ...above(32) },
    { ...write, against: 'alpha-1', panel: 'notebook', ...above(32) },
    { ...near, of: 'alpha-minus-1', against: 'alpha-1', panel: 'notebook', ...above(32) },
  ],
  L3: [{ ...write, says: 'behind', of: 'alpha-0', against: 'alpha-minus-1', panel: 'ubuntu', ...below(8) }],
  L4: [
    { ...near, against: 'host', ...EVERYWHERE },
    { ...near, against: 'offline', ...EVERYWHERE },
  ],
  L5: [
    ...['bplru', 'fab', 'clc', 'ref'].map((against) => ({ ...write, against, ...EVERYWHERE })),
    { ...near, against: 'bplru', panel: 'ubuntu', ...below(4) },
  ],
  L6: [{ metric: 'rehearsal_bytes', says: 'ahead', against: 'host', ...EVERYWHERE, gain: 0.67 }],
  L7: [...full_log('desktop'), ...full_log('ubuntu')],
  L8: [
    { ...log_bytes, panel: 'desktop', ...only(512), gain: 0.2 },
    { ...log_bytes, panel: 'ubuntu', ...only(512), gain: 0.4 },
    { ...log_bytes, says: 'near', panel: 'notebook', ...only(64) },
  ],
  L9: [
    { ...first_share, panel: 'notebook', level: 0.67 },
    { ...first_share, panel: 'desktop', level: 0.71 },
    { ...first_share, panel: 'ubuntu', level: 0.85 },
  ],
  L10: [
    { ...groups, of: 'notebook', ...only(1), level: 2304 },
    { ...groups, of: 'notebook', ...only(-1), level: 434 },
    { ...groups, of: 'desktop', ...only(1), level: 3313 },
    { ...groups, of: 'desktop', ...only(-1), level: 369 },
    { ...groups, of: 'ubuntu', ...only(1), level: 2061 },
    { ...groups, of: 'ubuntu', ...only(-1), level: 229 },
  ],
  L11: [
    { metric: 'group_list_bytes', says: 'at most', of: 'notebook', ...only(16), level: 20_480, is_size: true },
    { metric: 'sector_map_bytes', says: 'about', of: 'notebook', ...only(16), level: 256_000, is_size: true },
  ],
  O1: [
    { metric: 'bandwidth', says: 'at least', of: 'lfu', against: 'pblk', ...only(128), share: 0.8 },
    { metric: 'bandwidth', says: 'near', of: 'lfu', against: 'pblk', ...only(400) },
  ],
  'O1-nand': [{ metric: 'bandwidth', says: 'at least', of: 'lfu', against: 'pblk', ...only(128), share: 0.8 }],
  O2: [{ metric: 'kiops', says: 'ahead', of: 'kept', against: 'mixed', ...only(128), gain: 0.1 }],
  O3: [{ metric: 'host_bytes', says: 'ahead', of: 'directory', against: 'pblk', ...EVERYWHERE }],
  T1: [{ metric: 'mean_read_ms', says: 'ahead', against: 'base', ...EVERYWHERE, gain: 0.6 }],
  T2: [
    { metric: 'read_tail_ms', says: 'near', against: 'nogc', ...above(100) },
    { metric: 'read_tail_ms', says: 'ahead', against: 'base', ...above(100), gain: 0.8 },
  ],
  T3: [{ metric: 'blocked', says: 'at most', of: 'ttflash', ...EVERYWHERE, level: 0.05 }],
  T4: [{ metric: 'read_p99_ms', says: 'near', against: 'nogc', ...EVERYWHERE }],
  T5: [{ metric: 'read_tail_ms', says: 'near', against: 'base', ...only(10) }],
  T9: [{ metric: 'erases', says: 'near', against: 'base-parity', ...EVERYWHERE }],
  T10: [{ metric: 'read_p999_ms', says: 'near', against: 'preemptive', ...only(1) }],
};

export interface ClaimedPlace extends Claimed {
  claim: string;
}

/** The marks of `claims`, in their order. */
export const marksOf = (claims: readonly string[]): ClaimedPlace[] =>
  claims.flatMap((claim) => (CLAIMED[claim] ?? []).map((mark) => ({ ...mark, claim })));

/** What the claim is from. */
export const workOf = ({ claim }: Pick<ClaimedPlace, 'claim'>): string => (claim.startsWith('L') ? 'thesis' : 'paper');

/** The marks where experiments of a part of the size are made: `by` is what sizes are divided by. */
export const dividedBy = (marks: readonly ClaimedPlace[], by: number): ClaimedPlace[] =>
  marks.map((mark) => (mark.level !== undefined && mark.is_size ? { ...mark, level: mark.level / by } : mark));

/** Whether the paper names a place where its system gets ahead, not just that it is. */
export const hasEdge = ({ says, from, to }: Claimed): boolean =>
  says === 'ahead' && (Number.isFinite(from) || Number.isFinite(to));
