import { changeRow } from '../../../kernel/db/change-row.ts';
import { type Page, type PageRequest, viewPage } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { DAY } from '../../../kernel/time.ts';
import type { Invoice } from './schemas.ts';
import * as store from './store.ts';
import { viewInvoice } from './view.ts';

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

export function* list(accountId: number, page: PageRequest): Query<Page<Invoice>> {
  return viewPage(yield* store.listInvoices(accountId, page), viewInvoice);
}

/** Those of a subscription that was found for its account before. */
export function* listOf(accountId: number, subscriptionId: number, page: PageRequest): Query<Page<Invoice>> {
  return viewPage(yield* store.listInvoicesOf(accountId, subscriptionId, page), viewInvoice);
}

export function* find(accountId: number, id: number): Query<Invoice> {
  return viewInvoice(yield* findRow(accountId, id));
}

/** For the current period. What costs nothing is paid already. */
export function* issue(accountId: number, subscription: Billed, now: number): Query<Invoice> {
  const { id, name, price, currency, current_period_start, current_period_end } = subscription;
  const item: store.InvoiceItemRow = {
    description: name,
    quantity: 1,
    unit_price: price,
    amount: price,
    period_start: current_period_start,
    period_end: current_period_end,
  };
  const invoice = yield* store.insertInvoice(accountId, {
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
  return viewInvoice(invoice);
}

/** Records that all of it is paid; answers how much was due. */
export function* settle(accountId: number, id: number, now: number): Query<{ invoice: Invoice; amount: number }> {
  let amount = 0;
  const paid = yield* changeRow(
    () => findRow(accountId, id),
    (invoice) => {
      if (invoice.status !== 'unpaid' && invoice.status !== 'overdue') {
        throw conflict(`Invoice ${invoice.number} is ${invoice.status}; there is nothing to pay.`);
      }
      amount = invoice.total - invoice.amount_paid;
      const changes = { status: 'paid', amount_paid: invoice.total, paid_at: now } as const;
      return store.changeInvoice(accountId, invoice, changes);
    },
  );
  return { invoice: viewInvoice(paid), amount };
}

/** It passed its due date unpaid; undefined where it is not unpaid any more. */
export function* expire(accountId: number, id: number): Query<Invoice | undefined> {
  const invoice = yield* findRow(accountId, id);
  if (invoice.status !== 'unpaid') return undefined;
  const overdue = yield* store.changeInvoice(accountId, invoice, { status: 'overdue' });
  return overdue && viewInvoice(overdue);
}

export function hasOverdue(accountId: number, subscriptionId: number): Query<boolean> {
  return store.hasOverdueInvoice(accountId, subscriptionId);
}

function* findRow(accountId: number, id: number): Query<store.InvoiceRow> {
  const invoice = yield* store.findInvoice(accountId, id);
  if (!invoice) throw notFound('Invoice');
  return invoice;
}
