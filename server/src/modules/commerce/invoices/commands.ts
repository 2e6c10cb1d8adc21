import { type Command, choice, command, integer, list, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { writeReasons } from './explain.ts';
import type { InvoiceOperatorService } from './operator-service.ts';
import type { Report } from './reports/operator-service.ts';
import { writeCsv, writeTable } from './reports/text.ts';
import { INVOICE_STATUSES } from './schemas.ts';

const columns = ['id', 'account_id', 'number', 'status', 'total', 'amount_due', 'currency', 'due_at'];
const invoice = text('Id or number of the invoice.');
const FORMATS = ['table', 'json', 'csv'] as const;
type Format = (typeof FORMATS)[number];

export function invoiceCommands({ db, invoices }: { db: Database; invoices: InvoiceOperatorService }): Command[] {
  return [
    listCommand({
      name: 'invoice list',
      summary: 'List the invoices of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns,
      statuses: INVOICE_STATUSES,
      searched: 'number',
      page: async ({ account, ...given }) => db.read(invoices.list({ ...given, account_id: account })),
    }),
    command({
      name: 'invoice show',
      summary: 'Show an invoice or a credit note.',
      options: { invoice },
      run: async ({ invoice }) => db.read(invoices.show({ invoice })),
    }),
    command({
      name: 'invoice issue',
      summary: 'Invoice all that a customer was charged for and no invoice has yet; the run does it by itself.',
      options: { account: integer('The customer.') },
      columns,
      run: ({ account }) => db.write(() => invoices.issue({ account_id: account })),
    }),
    command({
      name: 'invoice credit',
      summary: 'Take an invoice back by a credit note; what was paid of it is the customer’s credit.',
      options: {
        id: integer('The invoice.'),
        amount: optional(integer('So much of it, with tax; all that is left when absent.')),
        lines: optional(list('These lines of it, by their numbers from 1.')),
        reason: text('Why; it stands on the credit note.'),
      },
      run: ({ id, amount, lines, reason }) =>
        db.write(() =>
          invoices.credit({
            ...{ id, reason },
            ...(amount === undefined ? {} : { amount }),
            ...(lines === undefined ? {} : { lines: lines.map(Number) }),
          }),
        ),
    }),
    command({
      name: 'invoice write-off',
      summary: 'Give up what is due of an invoice.',
      options: { id: integer('The invoice.'), reason: text('Why.') },
      run: ({ id, reason }) => db.write(() => invoices.writeOff({ id, reason })),
    }),
    command({
      name: 'billing explain',
      summary: 'Say why an invoice is what it is: rules, dates and arithmetic.',
      options: { invoice },
      describe: writeReasons,
      run: async ({ invoice }) => db.read(invoices.explain({ invoice })),
    }),
    command({
      name: 'billing report',
      summary: 'A month of the books: revenue, tax by country and rate, and what is to be paid.',
      options: {
        month: text('Like 2026-11, in the seller’s time zone.'),
        format: choice(FORMATS, 'How it is printed.', { default: 'table' }),
      },
      describe: ({ format, ...report }: Report & { format: Format }) => WRITERS[format](report),
      run: async ({ month, format }) => ({ format, ...(await db.read(invoices.report({ month }))) }),
    }),
  ];
}

const WRITERS: Record<Format, (report: Report) => string> = {
  table: writeTable,
  json: (report) => JSON.stringify(report, null, 2),
  csv: writeCsv,
};
