import type { BillingReport } from './queries.ts';

const COLUMNS = [
  ...['currency', 'tax_category', 'tax_country', 'customer_country', 'tax_rate'],
  ...['documents', 'net', 'tax', 'total'],
] as const;

/** Returns the tax sums as a table for a spreadsheet. Amounts are in minor units. */
export function writeReportCsv({ month, taxes, open }: BillingReport): string {
  const sums = taxes.map((sum) => [month, 'issued', ...COLUMNS.map((name) => sum[name as keyof typeof sum] ?? '')]);
  const due = open.map((sum) => [month, sum.status, sum.currency, '', '', '', '', sum.invoices, '', '', sum.due]);
  return [['month', 'kind', ...COLUMNS], ...sums, ...due].map((row) => row.join(',')).join('\r\n');
}
