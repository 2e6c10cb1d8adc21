import { roundHalfAway, roundParts } from '../rounding.ts';

/** The facts of a line that decide its tax. */
export interface Priced {
  /** In minor units. Negative for a discount. */
  readonly amount: number;
  /** True if the amount includes tax. */
  readonly tax_included: boolean;
}

export interface Totals {
  /** Net amount of each line. They add up to the subtotal. */
  readonly net: readonly number[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

const WHOLE = 10_000n;

/**
 * Computes the totals of an invoice at one rate in hundredths of a percent. Tax is computed over sums, never by line.
 * Amounts with tax included are added up and split, so that the customer pays exactly the prices shown. On net amounts
 * the tax is added.
 */
export function computeTotals(lines: readonly Priced[], rate: number): Totals {
  const gross = sum(lines.filter(({ tax_included }) => tax_included));
  const onTop = sum(lines.filter(({ tax_included }) => !tax_included));
  const inside = roundHalfAway(BigInt(gross) * BigInt(rate), WHOLE + BigInt(rate));
  const added = roundHalfAway(BigInt(onTop) * BigInt(rate), WHOLE);
  const net = takeTaxOut(lines, rate, gross - inside);
  return { net, subtotal: onTop + gross - inside, tax: inside + added, total: onTop + added + gross };
}

/** Splits the net sum over the lines with tax included, so that they add up exactly. */
function takeTaxOut(lines: readonly Priced[], rate: number, net: number): number[] {
  const gross = lines.filter(({ tax_included }) => tax_included);
  const parts = roundParts(
    net,
    gross.map(({ amount }) => BigInt(amount) * WHOLE),
    WHOLE + BigInt(rate),
  );
  return lines.map(({ amount, tax_included }) => (tax_included ? (parts.shift() ?? 0) : amount));
}

function sum(lines: readonly Priced[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}
