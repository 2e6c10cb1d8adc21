/**
 * Rounds a fraction to the nearest whole number, a half away from zero (5/2 is 3, −5/2 is −3). All of commerce rounds
 * this way. Exact, because no floating-point number is used.
 */
export function roundHalfAway(numerator: bigint, denominator: bigint): number {
  if (denominator === 0n) throw new RangeError('A fraction over nothing cannot be rounded.');
  const negative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [absolute(numerator), absolute(denominator)];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return toSafeNumber(negative ? -rounded : rounded);
}

/**
 * Splits `total` into whole parts in the ratio of the weights, by largest remainder. The parts add up exactly, and each
 * is less than one away from its exact share. Weights may be negative; their sum must not be zero unless the total is.
 */
export function splitByWeight(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (sum === 0n) {
    if (total !== 0) throw new RangeError('Something cannot be split by weights that add up to nothing.');
    return weights.map(() => 0);
  }
  return roundParts(
    total,
    weights.map((weight) => BigInt(total) * BigInt(weight)),
    sum,
  );
}

/**
 * Rounds `numerators / denominator` to whole numbers that add up to `total`, which must be the rounded exact sum. Each
 * is rounded down, and the rest goes to the parts with the largest remainders.
 */
export function roundParts(total: number, numerators: readonly bigint[], denominator: bigint): number[] {
  const sign = denominator < 0n ? -1n : 1n;
  const bottom = denominator * sign;
  const parts = numerators.map((numerator, index) => {
    const top = numerator * sign;
    const rest = ((top % bottom) + bottom) % bottom;
    return { index, floor: (top - rest) / bottom, rest };
  });
  let missing = BigInt(total) - parts.reduce((sum, { floor }) => sum + floor, 0n);
  const rounded = parts.map(({ floor }) => floor);
  for (const { index, floor } of [...parts].sort((a, b) => compare(b.rest, a.rest) || a.index - b.index)) {
    if (missing <= 0n) break;
    rounded[index] = floor + 1n;
    missing -= 1n;
  }
  if (missing !== 0n) throw new RangeError('The parts do not add up to the total.');
  return rounded.map(toSafeNumber);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('An amount is too large to be kept exactly.');
  return number;
}
