import { type Query, sql } from '@hostler/database';
import type { TaxCategory } from '../../tax/index.ts';

/** Invoiced less credited amounts, by everything that decides the tax. */
export interface TaxSum {
  currency: string;
  tax_category: TaxCategory | null;
  tax_country: string | null;
  customer_country: string | null;
  tax_rate: number;
  documents: number;
  net: number;
  tax: number;
  total: number;
}

export interface OpenSum {
  currency: string;
  status: 'unpaid' | 'overdue';
  invoices: number;
  due: number;
}

const ISSUED = sql<{ from: number; before: number }, TaxSum>(
  `select currency, tax_category, tax_country, customer_country, tax_rate, cast(count(*) as bigint) as documents,
     cast(sum(subtotal) as bigint) as net, cast(sum(tax) as bigint) as tax, cast(sum(total) as bigint) as total
   from invoices where issued_at >= :from and issued_at < :before
   group by currency, tax_category, tax_country, customer_country, tax_rate
   order by currency, tax_category, tax_country, customer_country, tax_rate`,
);
const OPEN = sql<object, OpenSum>(
  `select currency, status, cast(count(*) as bigint) as invoices,
     cast(sum(total - amount_paid - amount_credited - amount_written_off) as bigint) as due
   from invoices where status in ('unpaid', 'overdue') and on_hold = 0 group by currency, status order by currency, status`,
);

/** Sums documents of all accounts issued in the given range. */
export function sumIssued(from: number, before: number): Query<TaxSum[]> {
  return ISSUED.all({ from, before });
}

/** Sums the amounts due of all accounts now. */
export function sumOpen(): Query<OpenSum[]> {
  return OPEN.all({});
}
