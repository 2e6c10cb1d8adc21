import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundHalfAway, roundParts, splitByWeight } from './rounding.ts';

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('rounding', () => {
  it('goes to the nearest whole number, and halves go away from zero', () => {
    const cases: [bigint, bigint, number][] = [
      [5n, 2n, 3],
      [-5n, 2n, -3],
      [5n, -2n, -3],
      [49n, 100n, 0],
      [50n, 100n, 1],
      [-50n, 100n, -1],
      [0n, 7n, 0],
      // 9.99 with 19 % in it.
      [999n * 1900n, 11_900n, 160],
      [-999n * 1900n, 11_900n, -160],
    ];
    for (const [top, bottom, rounded] of cases) expect(roundHalfAway(top, bottom)).toBe(rounded);
    expect(Object.is(roundHalfAway(-1n, 3n), -0)).toBe(false);
  });

  it('differs by at most a half, and is symmetric around zero', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 100_000 }), (top, bottom) => {
        const rounded = roundHalfAway(BigInt(top), BigInt(bottom));
        expect(Math.abs(2 * (rounded * bottom - top))).toBeLessThanOrEqual(bottom);
        expect(roundHalfAway(BigInt(-top), BigInt(bottom)) + rounded).toBe(0);
      }),
    );
  });

  it('refuses a division by zero and results that are too large', () => {
    expect(() => roundHalfAway(1n, 0n)).toThrow('over nothing');
    expect(() => roundHalfAway(2n ** 60n, 1n)).toThrow('too large');
  });
});

describe('splitting an amount', () => {
  it('returns whole parts that add up, each less than one from its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amount, weights, (total, weights) => {
        const sum = weights.reduce((a, b) => a + b, 0);
        fc.pre(sum > 0);
        const parts = splitByWeight(total, weights);
        expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
        parts.forEach((part, index) => {
          expect(Math.abs(part - (total * (weights[index] ?? 0)) / sum)).toBeLessThan(1.001);
        });
      }),
    );
  });

  it('gives the remaining cent to the part with the largest rounding loss', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitByWeight(-100, [1, 1, 1])).toEqual([-33, -33, -34]);
    expect(roundParts(3, [15n, 14n], 10n)).toEqual([2, 1]);
  });

  it('returns zeros for a total of zero, and refuses weights that add up to zero for any other total', () => {
    expect(splitByWeight(0, [5, -5])).toEqual([0, 0]);
    expect(() => splitByWeight(1, [])).toThrow('add up to nothing');
    expect(() => roundParts(5, [10n, 10n], 10n)).toThrow('do not add up');
  });
});
