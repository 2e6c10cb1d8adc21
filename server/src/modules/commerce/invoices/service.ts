import type { Page, PageRequest } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { DAY } from '../../../kernel/time.ts';
import * as store from './store.ts';

const PAYMENT_TERM_MS = 14 * DAY;

/** A subscription, as far as an invoice tells of it. */
interface Billed {
  id: number;
  name: string;
  price: number;
  currency: string;
  current_period_start: number;
  current_period_end: number;
}

/** Those of a subscription that was found for its account before. */
export function list(accountId: number, subscriptionId: number, page: PageRequest): Query<Page<store.InvoiceRow>> {
  return store.listInvoices(accountId, subscriptionId, page);
}

export function* find(accountId: number, id: number): Query<store.InvoiceRow> {
  const invoice = yield* store.findInvoice(accountId, id);
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

/** For the current period. What costs nothing is paid already. */
export function issue(accountId: number, subscription: Billed, now: number): Query<store.InvoiceRow> {
  const { id, name, price, currency, current_period_start, current_period_end } = subscription;
  const item: store.InvoiceItemRow = {
    description: name,
    quantity: 1,
    unit_price: price,
    amount: price,
    period_start: current_period_start,
    period_end: current_period_end,
  };
  return store.insertInvoice(accountId, {
    subscription_id: id,
    status: price === 0 ? 'paid' : 'unpaid',
    currency,
    subtotal: price,
    tax: 0,
    total: price,
    amount_paid: 0,
    items: JSON.stringify([item]),
    issued_at: now,
    due_at: now + PAYMENT_TERM_MS,
    paid_at: price === 0 ? now : null,
  });
}

/** Undefined when it is no longer what it was read as. */
export function settle(accountId: number, invoice: store.InvoiceRow, now: number): Query<store.InvoiceRow | undefined> {
  return store.changeInvoice(accountId, invoice, { status: 'paid', amount_paid: invoice.total, paid_at: now });
}

export function hasOverdue(accountId: number, subscriptionId: number): Query<boolean> {
  return store.hasOverdueInvoice(accountId, subscriptionId);
}
