import { readFile } from 'node:fs/promises';
import { type ReadStatement, STATEMENT_FORMATS } from '../../../engines/payment/driver.ts';
import { type Command, choice, command, flag, integer, optional, text, time } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { importStatement } from './imports/import-file.ts';
import type { StatementOperatorService } from './imports/operator-service.ts';
import { LINE_FILTERS } from './imports/schemas.ts';
import { type PaymentOperatorService, USUAL_METHOD } from './operator-service.ts';
import { REFUND_DESTINATIONS } from './refunds/schemas.ts';
import { PAYMENT_STATUSES } from './schemas.ts';

const COLUMNS = ['id', 'account_id', 'invoice_id', 'amount', 'currency', 'method', 'status', 'received_at', 'failure'];
const LINE_COLUMNS = [
  'id',
  'status',
  'booked_at',
  'amount',
  'currency',
  'name',
  'text',
  'payment_id',
  'note',
  'reason',
];

interface Dependencies {
  db: Database;
  payments: PaymentOperatorService;
  statements: StatementOperatorService;
  readStatement: ReadStatement;
}

export function paymentCommands({ db, payments, statements, readStatement }: Dependencies): Command[] {
  return [
    command({
      name: 'invoice pay',
      summary: 'Record that an invoice was paid in full.',
      options: {
        id: integer('The invoice.'),
        method: text('How it was paid.', { default: USUAL_METHOD }),
      },
      run: ({ id, method }) => db.write(() => payments.create({ invoice_id: id, method })),
    }),
    command({
      name: 'payment record',
      summary: 'Record any amount that was paid; what is more than is due becomes credit.',
      options: {
        invoice: optional({ ...integer('What it is for.'), field: 'invoice_id' }),
        account: optional({ ...integer('Or whose it is, for whatever is open.'), field: 'account_id' }),
        amount: integer('In minor units.'),
        currency: optional(text('ISO 4217; that of the invoice, or of the account, when absent.')),
        method: text('How it was paid.', { default: USUAL_METHOD }),
        reference: optional(text('What the bank calls it; with the same one it is the same payment.')),
        received_at: optional(time('When it came; now, if absent.')),
      },
      run: ({ invoice, account, ...given }) =>
        db.write(() => payments.record({ ...given, invoice_id: invoice, account_id: account })),
    }),
    listCommand({
      name: 'payment list',
      summary: 'List the payments of all customers, or of one.',
      options: {
        account: optional(integer('Only of this customer.')),
      },
      columns: COLUMNS,
      statuses: PAYMENT_STATUSES,
      searched: 'method, reference, failure',
      page: async ({ account, ...given }) => db.read(payments.list({ ...given, account_id: account })),
    }),
    command({
      name: 'payment show',
      summary: 'Show a payment, which invoices it pays, and its refunds.',
      options: { id: integer('The payment.') },
      run: async (given) => db.read(payments.show(given)),
    }),
    command({
      name: 'payment import',
      summary: 'Import a bank statement (CAMT.053 or CSV) and pay the invoices that its lines name.',
      options: {
        file: text('The file of the bank.'),
        format: optional(choice(STATEMENT_FORMATS, 'The format; detected if absent.')),
        account: optional(text('IBAN of your own account, for a CSV that does not name it.')),
      },
      run: async ({ file, ...options }) =>
        importStatement({ db, statements }, await readStatement(await readFile(file), options)),
      describe: ({ reported, ...counts }) =>
        [...Object.entries(counts).map(([name, count]) => `${name}  ${count}`), ...reported].join('\n'),
    }),
    listCommand({
      name: 'payment lines',
      summary: 'List lines of bank statements: those that wait for staff, unless --status names others.',
      options: {},
      columns: LINE_COLUMNS,
      statuses: LINE_FILTERS,
      searched: 'name, text',
      page: async (given) => db.read(statements.list(given)),
    }),
    command({
      name: 'payment match',
      summary: 'Pay an invoice with a line of a bank statement.',
      options: {
        line: integer('The line.'),
        invoice: { ...integer('The invoice.'), field: 'invoice_id' },
        as_credit: flag('Book as credit what the invoice does not need.'),
      },
      run: ({ invoice, ...given }) => db.write(() => statements.match({ ...given, invoice_id: invoice })),
    }),
    command({
      name: 'payment dismiss-line',
      summary: 'Set aside a line of a bank statement that is no payment of a customer.',
      options: { line: integer('The line.'), reason: text('Why; for your colleagues.') },
      run: (given) => db.write(() => statements.dismiss(given)),
    }),
    command({
      name: 'payment refund',
      summary: 'Pay back, by the way it came or as credit; the invoices that it paid are credited.',
      options: {
        id: integer('The payment.'),
        amount: optional(integer('In minor units; all that is left, if absent.')),
        to: choice(REFUND_DESTINATIONS, 'Where it goes.', { default: 'method' }),
        reason: text('Stands on the credit note.'),
      },
      run: (given) => db.write(() => payments.refund(given)),
    }),
    command({
      name: 'payment reverse',
      summary: 'Record that the bank took a payment back: what it paid is open again.',
      options: { id: integer('The payment.'), reason: text('What the bank says.') },
      run: (given) => db.write(() => payments.reverse(given)),
    }),
    command({
      name: 'payment allow-charging',
      summary: 'Collect from a customer again, after a payment was taken back.',
      options: { account: integer('The customer.') },
      run: ({ account }) => db.write(() => payments.allowCharging({ account_id: account })),
    }),
    command({
      name: 'account credit',
      summary: 'Give a customer credit; it pays what is open, and then the next invoices.',
      options: {
        id: integer('The customer.'),
        amount: integer('In minor units.'),
        currency: optional(text('ISO 4217; that of the account when absent.')),
        reason: text('Why; the customer sees it.'),
      },
      run: ({ id, ...given }) => db.write(() => payments.grantCredit({ account_id: id, ...given })),
    }),
  ];
}
