import type { FigureMetric } from '../../engine/core-types';

/** Whether less of it is better: times, erases, memory, blocked reads. */
export const isCost = ({ id }: Pick<FigureMetric, 'id'>): boolean =>
  /_(ms|bytes|std_dev|cv)$|^erases$|blocked$/.test(id);

/** Whether more of it is better: a rate, a share of hits. */
export const isGain = ({ id }: Pick<FigureMetric, 'id'>): boolean => /^(bandwidth|kiops)$|_hits$/.test(id);
