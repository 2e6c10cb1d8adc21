import { roundHalfAway, roundParts } from '../rounding.ts';

/** What of a line decides about its tax. */
export interface Priced {
  /** In minor units; below zero for a discount. */
  readonly amount: number;
  /** Whether the tax is in it. */
  readonly tax_included: boolean;
}

export interface Totals {
  /** Of each line, without tax; they add up to the subtotal. */
  readonly net: readonly number[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

const WHOLE = 10_000n;

/**
 * What an invoice of these lines comes to, at one rate in hundredths of a percent. Tax is computed over sums and never by
 * line: what has it inside is added up and taken apart, so that the customer pays exactly the prices shown; on what has not
 * it is put on top.
 */
export function computeTotals(lines: readonly Priced[], rate: number): Totals {
  const gross = sum(lines.filter(({ tax_included }) => tax_included));
  const onTop = sum(lines.filter(({ tax_included }) => !tax_included));
  const inside = roundHalfAway(BigInt(gross) * BigInt(rate), WHOLE + BigInt(rate));
  const added = roundHalfAway(BigInt(onTop) * BigInt(rate), WHOLE);
  const net = takeTaxOut(lines, rate, gross - inside);
  return { net, subtotal: onTop + gross - inside, tax: inside + added, total: onTop + added + gross };
}

/** The net amounts of lines with tax inside add up to what is left of their sum. */
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
