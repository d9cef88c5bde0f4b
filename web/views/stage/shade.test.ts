import { describe, expect, it } from 'vitest';
import { ageStep, emphasis, rampStep, temperatureStep } from './shade';

describe('ramps', () => {
  it('put 0 first and the largest last', () => {
    expect([0, 49, 50, 99, 100].map((value) => rampStep(value, 100))).toEqual([0, 3, 3, 6, 6]);
    expect(rampStep(5, 0)).toBe(0);
  });

  it('spread age over orders of magnitude', () => {
    expect(ageStep(0, 1e6)).toBe(0);
    expect(ageStep(1000, 1e6)).toBe(3);
    expect(ageStep(1e6, 1e6)).toBe(6);
  });

  it('put the mean temperature in the middle, cold left, hot right', () => {
    expect([1, 4, 16].map((version) => temperatureStep(version, 4))).toEqual([0, 3, 6]);
    expect(temperatureStep(0, 4)).toBe(3);
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
