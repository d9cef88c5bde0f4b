import { describe, expect, it } from 'vitest';
import { emphasis, rampStep, temperatureStep } from './shade';

describe('ramps', () => {
  it('put 0 first and the largest last', () => {
    expect([0, 49, 50, 99, 100, 1000].map((value) => rampStep(value, 100))).toEqual([0, 3, 3, 6, 6, 6]);
    expect([rampStep(0, 0), rampStep(5, 0)]).toEqual([0, 0]);
  });

  it('put the mean temperature in the middle, cold left, hot right, a factor of 2 a step', () => {
    expect([1, 4, 8, 16, 1000].map((version) => temperatureStep(version, 8))).toEqual([0, 2, 3, 4, 6]);
    expect(temperatureStep(0, 0)).toBe(3);
  });
});

describe('emphasis', () => {
  it('dims all but the isolated state', () => {
    expect(emphasis('valid', 'state', 'invalid')).toBe(0.15);
    expect(emphasis('invalid', 'state', 'invalid')).toBe(1);
  });

  it('fades invalid and free pages under a ramp', () => {
    expect(emphasis('free', 'wear', null)).toBe(0.4);
    expect(emphasis('valid', 'wear', null)).toBe(1);
  });
});
