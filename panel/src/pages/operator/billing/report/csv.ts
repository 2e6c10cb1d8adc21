import { writeCsvHeader, writeCsvRows } from '../../../../../../packages/csv/src/csv.ts';
import type { BillingReport } from './queries.ts';

const COLUMNS = [
  ...['month', 'kind', 'currency', 'tax_category', 'tax_country', 'customer_country', 'tax_rate'],
  ...['documents', 'net', 'tax', 'total'],
];

/** Returns the tax sums and the open amounts as a table for a spreadsheet. Amounts are in minor units. */
export function writeReportCsv({ month, taxes, open }: BillingReport): string {
  const sums = taxes.map((sum) => ({ ...sum, month, kind: 'issued' }));
  const due = open.map((sum) => ({ ...sum, month, kind: sum.status, documents: sum.invoices, total: sum.due }));
  return writeCsvHeader(COLUMNS) + writeCsvRows([...sums, ...due], COLUMNS);
}
