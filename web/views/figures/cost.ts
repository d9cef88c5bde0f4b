import type { FigureMetric } from '../../engine/figures';

/** Whether less of it is better: times, erases, memory. */
export const isCost = ({ id }: Pick<FigureMetric, 'id'>): boolean => /_(ms|bytes|std_dev|cv)$|^erases$/.test(id);
