import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { INVOICE_STATUSES } from '../invoices/index.ts';
import { Currency, Money } from '../money.ts';
import { MaybeOwnedBy, OwnedBy } from '../owner-schemas.ts';
import { CANDIDATE_REASONS } from './imports/candidates.ts';
import { LINE_STATUSES } from './imports/schemas.ts';
import { REFUND_DESTINATIONS, REFUND_STATUSES } from './refunds/schemas.ts';
import { Payment } from './schemas.ts';

const text = (description: string) => Type.String({ description });
const { refunded_amount, ...payment } = Payment.properties;

export const StaffPayment = Resource('StaffPayment', 'A payment of a customer.', {
  ...OwnedBy,
  ...payment,
  refunded_amount: Type.Optional(refunded_amount),
});

const Refund = Resource('StaffRefund', 'A refund of a payment.', {
  id: OwnId,
  payment_id: Id('The payment.'),
  amount: Money('Refunded amount.'),
  currency: Currency(),
  destination: OneOf(REFUND_DESTINATIONS, { description: 'Where the money went.' }),
  status: OneOf(REFUND_STATUSES, { description: 'Status of the refund.' }),
  reason: text('Reason.'),
  reference: Nullable(text('Reference of the provider.')),
  failure: Nullable(text('Reason of the failure.')),
  created_at: CreatedAt,
  finished_at: Nullable(DateTime('Time of the end; null until then.')),
});

export const StaffPaymentDetails = Resource('StaffPaymentDetails', 'A payment with its invoices and refunds.', {
  ...StaffPayment.properties,
  pays: Type.Array(
    Resource('PaidShare', 'The part of a payment that pays an invoice.', {
      invoice_id: Id('The invoice.'),
      amount: Money('Paid amount.'),
    }),
    { description: 'Invoices that the payment pays.' },
  ),
  refunds: Type.Optional(Type.Array(Refund, { description: 'Refunds of the payment.' })),
});

export const BankLine = Resource('BankLine', 'A line of a bank statement.', {
  id: OwnId,
  account_id: MaybeOwnedBy.account_id,
  payment_id: Nullable(Id('Payment of the line; null until it is matched.')),
  status: OneOf(LINE_STATUSES, { description: 'Status of the line.' }),
  booked_at: DateTime('Booking day.'),
  amount: Money('Amount.'),
  currency: Currency(),
  name: text('Name of the payer.'),
  iban: Nullable(text('IBAN of the payer.')),
  text: text('Purpose of the transfer.'),
  imported_at: DateTime('Time of the import.'),
  bank_account: Nullable(text('IBAN of your bank account; empty if the file did not name it.')),
  reference: Nullable(text('Reference of the bank.')),
  format: Nullable(text('Format of the file.')),
  note: Nullable(text('Why the line waits.')),
  reason: Nullable(text('Reason of the dismissal.')),
});

export const InvoiceCandidate = Resource('InvoiceCandidate', 'An invoice that a bank line may pay.', {
  id: OwnId,
  number: text('Number of the invoice.'),
  ...OwnedBy,
  status: OneOf(INVOICE_STATUSES, { description: 'Status of the invoice.' }),
  currency: Currency(),
  total: Money('Total with tax.'),
  amount_due: Money('Amount due.'),
  due_at: DateTime('Due date.'),
  matches: Type.Array(OneOf(CANDIDATE_REASONS, { description: 'A reason.' }), {
    description: 'Why the line may pay the invoice.',
  }),
});

export const ImportResult = Resource('StatementImport', 'Result of an import.', {
  lines: Type.Integer({ description: 'Lines of the file.' }),
  matched: Type.Integer({ description: 'Lines that paid an invoice.' }),
  unmatched: Type.Integer({ description: 'Lines that wait for staff.' }),
  held: Type.Integer({ description: 'Lines that may have been imported before in the other format.' }),
  again: Type.Integer({ description: 'Lines that were imported before.' }),
  repeated_references: Type.Integer({ description: 'Lines whose bank reference was used before.' }),
  reported: Type.Array(Type.String(), { description: 'Notes about lines.' }),
});

export const Payout = Resource('Payout', 'A refund that staff transfer manually.', {
  account_id: OwnedBy.account_id,
  id: OwnId,
  refund_id: Id('The refund.'),
  payment_id: Id('The payment.'),
  amount: Money('Amount to transfer.'),
  currency: Currency(),
  reason: text('Reason of the refund.'),
  name: Nullable(text('Name of the payer, if known.')),
  iban: Nullable(text('IBAN of the payer, if known.')),
  created_at: CreatedAt,
  paid_at: Nullable(DateTime('Time of the transfer; null until then.')),
});
