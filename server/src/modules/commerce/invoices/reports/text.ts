import { formatMoney } from '#kernel/currency.ts';
import { writeCsvHeader, writeCsvRows } from '../../../../../../packages/csv/src/csv.ts';
import type { Report } from './operator-service.ts';

const COLUMNS = ['currency', 'category', 'tax_country', 'customer_country', 'rate', 'documents', 'net', 'tax', 'total'];

/** CSV with a line per country and rate. Amounts are in minor units, rates in percent. */
export function writeCsv({ taxes }: Report): string {
  const rows = taxes.map(({ tax_category: category, tax_rate: rate, ...sum }) => ({ ...sum, category, rate }));
  const csv = writeCsvHeader(COLUMNS) + writeCsvRows(rows, COLUMNS);
  // The command line ends lines like a terminal.
  return csv.replaceAll('\r\n', '\n').trimEnd();
}

/** Formats the report as text. */
export function writeTable({ month, time_zone, revenue, taxes, open, cross_border: abroad }: Report): string {
  const money = (amount: number, currency: string) => formatMoney(amount, currency);
  const lines = [
    `Invoiced in ${month} (${time_zone}), credit notes taken off`,
    ...align(
      ['', 'documents', 'net', 'tax', 'total'],
      revenue.map(({ currency: c, documents, net, tax, total }) => [
        c,
        String(documents),
        ...[net, tax, total].map((amount) => money(amount, c)),
      ]),
    ),
    '',
    'By country and rate',
    ...align(
      ['', 'tax of', 'customers in', 'rate', 'net', 'tax'],
      taxes.map(({ currency: c, tax_category, tax_country, customer_country, tax_rate, net, tax }) => [
        tax_category ?? 'no seller',
        tax_country ?? '-',
        customer_country ?? '-',
        `${tax_rate} %`,
        money(net, c),
        money(tax, c),
      ]),
    ),
    '',
    'To be paid, as it is now',
    ...align(
      ['', 'invoices', 'amount'],
      open.map(({ status, currency, invoices, due }) => [status, String(invoices), money(due, currency)]),
    ),
    '',
    `Consumers in other EU countries, ${abroad.year} so far: ${money(abroad.net, abroad.currency)} of ${money(abroad.limit, abroad.currency)}${
      abroad.is_over ? '; above it their own country’s tax is due: HOSTLER_TAX_OSS=on' : ''
    }`,
  ];
  return lines.join('\n');
}

function align(header: string[], rows: string[][]): string[] {
  if (rows.length === 0) return ['  (none)'];
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return all.map((row) => `  ${row.map(pad).join('  ')}`.trimEnd());
}
