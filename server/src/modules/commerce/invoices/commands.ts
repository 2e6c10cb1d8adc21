import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, list, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY, MONEY_READERS, type StaffRole } from '#kernel/staff-roles.ts';
import type { InvoicePrinter } from './document/printer.ts';
import { writeReasons } from './explain.ts';
import { BillingReport, InvoiceReasons, ResentInvoice, StaffInvoice } from './operator-schemas.ts';
import type { InvoiceOperatorService } from './operator-service.ts';
import type { Report } from './reports/operator-service.ts';
import { writeCsv, writeTable } from './reports/text.ts';
import { INVOICE_STATUSES, INVOICE_TYPES, type Invoice, InvoiceFile } from './schemas.ts';

const columns = ['id', 'account_id', 'number', 'status', 'total', 'amount_due', 'currency', 'due_at'];
const invoice = text('Invoice id or number.');
const FORMATS = ['table', 'json', 'csv'] as const;
type Format = (typeof FORMATS)[number];

type WithSeller = Pick<Invoice, 'seller'>;

/** Leaves out the bank account of the seller, which support must not read. */
function hideBankAccount<I extends WithSeller>(invoice: I, roles: ReadonlySet<StaffRole>) {
  if (roles.has('billing') || invoice.seller === null) return invoice;
  const { iban: _, bic: __, ...seller } = invoice.seller;
  return { ...invoice, seller };
}

interface Dependencies {
  db: Database;
  invoices: InvoiceOperatorService;
  printer: InvoicePrinter;
}

export function invoiceCommands({ db, invoices, printer }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'invoice list',
      route: {
        roles: MONEY_READERS,
        data: StaffInvoice,
        show: (found: readonly WithSeller[], roles) => found.map((one) => hideBankAccount(one, roles)),
      },
      summary: 'List invoices.',
      options: {
        account: optional(integer('Filter by account id.')),
        type: optional(choice(INVOICE_TYPES, 'Filter by type of the document.')),
        issued_from: optional(time('Issued at this time or later.')),
        issued_before: optional(time('Issued before this time.')),
        due_before: optional(time('Due before this time.')),
      },
      columns,
      statuses: INVOICE_STATUSES,
      searched: 'number',
      page: async ({ account, ...given }) => db.read(invoices.list({ ...given, account_id: account })),
    }),
    command({
      name: 'invoice show',
      route: { roles: MONEY_READERS, id: 'invoice', data: StaffInvoice, show: hideBankAccount },
      summary: 'Show an invoice or a credit note.',
      options: { invoice },
      run: async ({ invoice }) => db.read(invoices.show({ invoice })),
    }),
    command({
      name: 'invoice document',
      route: { roles: MONEY_READERS, id: 'invoice', reads: true, data: InvoiceFile },
      summary: 'Return an invoice or a credit note as a PDF file in base64.',
      options: { invoice },
      async run({ invoice }) {
        const document = await db.read(invoices.compile({ invoice }));
        const content = (await printer.print(document)).toString('base64');
        return { filename: `${document.number}.pdf`, content_type: 'application/pdf', content };
      },
    }),
    command({
      name: 'invoice resend',
      route: { roles: MONEY_READERS, id: 'invoice', data: ResentInvoice },
      summary: 'Mail an invoice or a credit note to the customer again.',
      options: { invoice },
      run: ({ invoice }) => db.write(() => invoices.resend({ invoice })),
    }),
    command({
      name: 'invoice issue',
      route: { roles: MONEY, id: 'account' },
      summary: 'Issue invoices for the open charges of an account now, without waiting for the billing run.',
      options: { account: integer('Account id.') },
      columns,
      run: ({ account }) => db.write(() => invoices.issue({ account_id: account })),
    }),
    command({
      name: 'invoice credit',
      route: { roles: MONEY },
      summary: 'Credit an invoice with a credit note. Amounts already paid become account credit.',
      options: {
        id: integer('Invoice id.'),
        amount: optional(integer('Amount in minor units, including tax. Default: the remaining amount.')),
        lines: optional(list('Line numbers to credit, separated by commas. The first line is 1.')),
        reason: text('Reason, printed on the credit note.'),
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
      route: { roles: MONEY },
      summary: 'Write off the amount due of an invoice.',
      options: { id: integer('Invoice id.'), reason: text('Reason for the write-off.') },
      run: ({ id, reason }) => db.write(() => invoices.writeOff({ id, reason })),
    }),
    command({
      name: 'billing explain',
      route: { roles: MONEY_READERS, id: 'invoice', reads: true, data: InvoiceReasons },
      summary: 'Explain the amounts of an invoice: rules, dates and calculation.',
      options: { invoice },
      describe: writeReasons,
      run: async ({ invoice }) => db.read(invoices.explain({ invoice })),
    }),
    command({
      name: 'billing report',
      route: { roles: MONEY, reads: true, fixed: { format: 'json' }, data: BillingReport },
      summary: 'Report the revenue, tax by country and rate, and open amounts of a month.',
      options: {
        month: text('Month in the time zone of the seller, like 2026-11.'),
        format: choice(FORMATS, 'Output format.', { default: 'table' }),
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
