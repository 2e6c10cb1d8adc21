import { DateTime, Nullable, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Invoice } from '../invoices/index.ts';
import { Currency, Money } from '../money.ts';

export const Balance = Resource('Balance', 'The credit and the open amounts of the account.', {
  currency: Currency(),
  credit: Money('Credit that is applied to the next invoices. Negative if a payment was reversed after it was spent.'),
  due: Money('Open amount of all invoices.'),
  overdue: Money('Part of `due` that is overdue.'),
  next_invoice_at: Nullable(DateTime('Time of the next invoice; null if none is planned.')),
  usage_so_far: Nullable(Money('Cost of the hourly servers this month, before tax; null if there are none.')),
});
export type Balance = Static<typeof Balance>;

export const DueInvoices = Resource('DueInvoices', 'The invoices to pay.', {
  invoices: Type.Array(Invoice, { description: 'Unpaid and overdue invoices, soonest due first.' }),
  total: Type.Integer({ description: 'Number of due invoices, also of those not returned.', examples: [2] }),
});
