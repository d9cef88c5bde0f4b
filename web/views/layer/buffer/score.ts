/** Reciprocals of densities as people read them: they range over many powers of ten. */

import { count, countShort, significant } from '../../../render/format';

export function scoreText(value: number): string {
  if (value >= 1e7) return countShort(value);
  return value >= 1000 ? count(value) : significant(value, 4);
}
