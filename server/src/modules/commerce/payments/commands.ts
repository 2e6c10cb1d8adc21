import type { Database } from '@hostler/database';
import { type ReadStatement, STATEMENT_FORMATS } from '#engines/payment/driver.ts';
import { type Command, choice, command, file, flag, integer, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY, MONEY_READERS, type StaffRole } from '#kernel/staff-roles.ts';
import { importStatement } from './imports/import-file.ts';
import type { StatementOperatorService } from './imports/operator-service.ts';
import { LINE_FILTERS } from './imports/schemas.ts';
import { BankLine, ImportResult, InvoiceCandidate, StaffPayment, StaffPaymentDetails } from './operator-schemas.ts';
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

/** A statement of 24 MiB in base64. */
const MAX_STATEMENT_BODY = 32 * 1024 * 1024;

interface Dependencies {
  db: Database;
  payments: PaymentOperatorService;
  statements: StatementOperatorService;
  readStatement: ReadStatement;
}

interface WithRefunds {
  readonly refunded_amount: number;
  readonly refunds?: readonly object[];
}

/** Leaves out what support must not read. */
function hideRefunds<P extends WithRefunds>(payment: P, roles: ReadonlySet<StaffRole>) {
  const { refunds: _, refunded_amount: __, ...rest } = payment;
  return roles.has('billing') ? payment : rest;
}

export function paymentCommands({ db, payments, statements, readStatement }: Dependencies): Command[] {
  return [
    command({
      name: 'invoice pay',
      route: { roles: MONEY },
      summary: 'Record that an invoice was paid in full.',
      options: {
        id: integer('Invoice id.'),
        method: text('Payment method.', { default: USUAL_METHOD }),
      },
      run: ({ id, method }) => db.write(() => payments.create({ invoice_id: id, method })),
    }),
    command({
      name: 'payment record',
      route: { roles: MONEY },
      summary: 'Record a payment. The excess over the amount due becomes account credit.',
      options: {
        invoice: optional({ ...integer('Id of the paid invoice.'), field: 'invoice_id' }),
        account: optional({
          ...integer('Account id, instead of --invoice: pays the open invoices of the account.'),
          field: 'account_id',
        }),
        amount: integer('Amount in minor units.'),
        currency: optional(text('ISO 4217 currency code. Default: the currency of the invoice or account.')),
        method: text('Payment method.', { default: USUAL_METHOD }),
        reference: optional(text('Bank reference. A payment with the same method and reference is recorded once.')),
        received_at: optional(time('Time of receipt. Default: now.')),
      },
      run: ({ invoice, account, ...given }) =>
        db.write(() => payments.record({ ...given, invoice_id: invoice, account_id: account })),
    }),
    listCommand({
      name: 'payment list',
      route: {
        roles: MONEY_READERS,
        data: StaffPayment,
        show: (payments: readonly WithRefunds[], roles) => payments.map((payment) => hideRefunds(payment, roles)),
      },
      summary: 'List payments.',
      options: {
        account: optional(integer('Filter by account id.')),
        invoice: optional({ ...integer('Filter by invoice id.'), field: 'invoice_id' }),
        created_from: optional(time('Created at this time or later.')),
        created_before: optional(time('Created before this time.')),
      },
      columns: COLUMNS,
      statuses: PAYMENT_STATUSES,
      searched: 'method, reference, failure',
      page: async ({ account, invoice, ...given }) =>
        db.read(payments.list({ ...given, account_id: account, invoice_id: invoice })),
    }),
    command({
      name: 'payment show',
      route: {
        roles: MONEY_READERS,
        data: StaffPaymentDetails,
        show: hideRefunds,
      },
      summary: 'Show a payment with its invoices and refunds.',
      options: { id: integer('Payment id.') },
      run: async (given) => db.read(payments.show(given)),
    }),
    command({
      name: 'payment import',
      route: { roles: MONEY, severalTransactions: true, maxBodyBytes: MAX_STATEMENT_BODY, data: ImportResult },
      summary: 'Import a bank statement (CAMT.053 or CSV). Its lines are matched to invoices.',
      options: {
        file: file('Statement file.'),
        format: optional(choice(STATEMENT_FORMATS, 'File format. Default: detected.')),
        account: optional(text('IBAN of your bank account, for a CSV file that does not contain it.')),
      },
      run: async ({ file, ...options }) =>
        importStatement({ db, statements }, await readStatement(Buffer.from(file), options)),
      describe: ({ reported, ...counts }) =>
        [...Object.entries(counts).map(([name, count]) => `${name}  ${count}`), ...reported].join('\n'),
    }),
    listCommand({
      name: 'payment lines',
      route: { roles: MONEY, data: BankLine },
      summary: 'List bank statement lines. Default status: waiting.',
      options: {},
      columns: LINE_COLUMNS,
      statuses: LINE_FILTERS,
      searched: 'name, text',
      page: async (given) => db.read(statements.list(given)),
    }),
    command({
      name: 'payment candidates',
      route: { roles: MONEY, id: 'line', reads: true, list: true, data: InvoiceCandidate },
      summary: 'List the invoices that a bank statement line may pay: by invoice number, payer name or amount.',
      options: { line: integer('Statement line id.') },
      columns: ['id', 'number', 'account_id', 'account_name', 'status', 'amount_due', 'currency', 'due_at', 'matches'],
      run: async (given) => db.read(statements.candidates(given)),
    }),
    command({
      name: 'payment match',
      route: { roles: MONEY, id: 'line', data: BankLine },
      summary: 'Match a bank statement line to an invoice.',
      options: {
        line: integer('Statement line id.'),
        invoice: { ...integer('Invoice id.'), field: 'invoice_id' },
        as_credit: flag('Book the excess as account credit.'),
      },
      run: ({ invoice, ...given }) => db.write(() => statements.match({ ...given, invoice_id: invoice })),
    }),
    command({
      name: 'payment dismiss-line',
      route: { roles: MONEY, id: 'line', data: BankLine },
      summary: 'Dismiss a bank statement line that is not a customer payment.',
      options: { line: integer('Statement line id.'), reason: text('Reason, visible to staff.') },
      run: (given) => db.write(() => statements.dismiss(given)),
    }),
    command({
      name: 'payment refund',
      route: { roles: MONEY },
      summary: 'Refund a payment to its method or as account credit. Credit notes are issued for its invoices.',
      options: {
        id: integer('Payment id.'),
        amount: optional(integer('Amount in minor units. Default: the remaining amount.')),
        to: choice(REFUND_DESTINATIONS, 'Refund destination.', { default: 'method' }),
        reason: text('Reason, printed on the credit note.'),
      },
      run: (given) => db.write(() => payments.refund(given)),
    }),
    command({
      name: 'payment reverse',
      route: { roles: MONEY },
      summary: 'Record that the bank reversed a payment. Its invoices become due again.',
      options: { id: integer('Payment id.'), reason: text('Reason given by the bank.') },
      run: (given) => db.write(() => payments.reverse(given)),
    }),
    command({
      name: 'payment allow-charging',
      route: { roles: MONEY, id: 'account' },
      summary: 'Allow automatic charges of an account again after a reversed payment.',
      options: { account: integer('Account id.') },
      run: ({ account }) => db.write(() => payments.allowCharging({ account_id: account })),
    }),
    command({
      name: 'account credit',
      route: { roles: MONEY },
      summary: 'Add credit to an account. It pays open invoices first, then future invoices.',
      options: {
        id: integer('Account id.'),
        amount: integer('Amount in minor units.'),
        currency: optional(text('ISO 4217 currency code. Default: the currency of the account.')),
        reason: text('Reason, visible to the customer.'),
      },
      run: ({ id, ...given }) => db.write(() => payments.grantCredit({ account_id: id, ...given })),
    }),
  ];
}
