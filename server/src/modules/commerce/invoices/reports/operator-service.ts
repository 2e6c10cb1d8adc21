import type { Query } from '@hostler/database';
import { readMonth, yearStart } from '#kernel/calendar.ts';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { Trade } from '../snapshot.ts';
import { type OpenSum, sumIssued, sumOpen, type TaxSum } from './operator-store.ts';

/**
 * Up to this amount a seller in the EU may tax consumers in other member states as at home (Directive 2006/112/EC,
 * Article 59c).
 */
const CROSS_BORDER_LIMIT = { currency: 'EUR', amount: 10_000_00 };

export interface Report {
  readonly month: string;
  readonly time_zone: string;
  /** Invoiced less credited amounts of the month, by currency. */
  readonly revenue: readonly { currency: string; documents: number; net: number; tax: number; total: number }[];
  /** The same by country and rate. The rate is in percent. */
  readonly taxes: readonly TaxSum[];
  /** Amounts due now. */
  readonly open: readonly OpenSum[];
  /** Net sales to consumers in other EU countries since the beginning of the year. */
  readonly cross_border: { year: number; currency: string; net: number; limit: number; is_over: boolean };
}

/** Returns the books of a month for the tax adviser. */
export function* makeReport(month: string, trade: Trade): Query<Report> {
  const { timeZone } = trade;
  const span = readMonth(timeZone, month);
  if (!span) throw validationError([fieldErrors.not_month('month')]);
  const taxes = yield* sumIssued(span.start, span.end);
  const year = Number(month.slice(0, 4));
  const sinceNewYear = yield* sumIssued(yearStart(timeZone, year), span.end);
  return {
    month,
    time_zone: timeZone,
    revenue: sumByCurrency(taxes),
    taxes: taxes.map((sum) => ({ ...sum, tax_rate: sum.tax_rate / 100 })),
    open: yield* sumOpen(),
    cross_border: sumCrossBorder(sinceNewYear, year, trade),
  };
}

function sumByCurrency(sums: readonly TaxSum[]): Report['revenue'] {
  const found = new Map<string, Report['revenue'][number]>();
  for (const { currency, documents, net, tax, total } of sums) {
    const so = found.get(currency) ?? { currency, documents: 0, net: 0, tax: 0, total: 0 };
    const added = { documents: so.documents + documents, net: so.net + net, tax: so.tax + tax };
    found.set(currency, { currency, ...added, total: so.total + total });
  }
  return [...found.values()];
}

/** Sums sales taxed as consumer sales in another EU country than the seller's. */
function sumCrossBorder(sums: readonly TaxSum[], year: number, { seller, rates }: Trade): Report['cross_border'] {
  const { currency, amount: limit } = CROSS_BORDER_LIMIT;
  const isAbroad = ({ tax_category, customer_country }: TaxSum) =>
    tax_category === 'standard' &&
    customer_country !== null &&
    customer_country !== seller?.country &&
    rates.get(customer_country)?.eu === true;
  const net = sums
    .filter((sum) => sum.currency === currency && isAbroad(sum))
    .reduce((total, sum) => total + sum.net, 0);
  return { year, currency, net, limit, is_over: net > limit };
}
