import type { Query } from '@hostler/database';
import {
  findInvoice,
  type Invoice,
  type InvoiceFollowers,
  type InvoiceHooks,
  listUnsettledInvoices,
  type Refundable,
  reopenAmount,
  settleAmount,
  type ToPay,
} from '../../invoices/index.ts';
import { balanceOf, lockMoney, post } from '../ledger/service.ts';
import { findLastEntry, listCredited, listSpentCredit, sumEntriesOfPayment } from '../ledger/store.ts';
import { insertAllocation, listSharesOfInvoice, type Share } from './store.ts';

/** Invoices paid from credit per transaction. The rest follows the next time credit is used. */
const AT_ONCE = 100;

type OfCurrency = Pick<Invoice, 'id' | 'currency'>;

export type Allocations = ReturnType<typeof createAllocations>;

/** Assigns money to invoices. Every movement leaves one place and arrives at another in one transaction. */
export function createAllocations(followers: InvoiceFollowers) {
  /** Pays as much of an invoice as is due and available. Returns the amount. */
  function* settle(accountId: number, from: Omit<Share, 'amount'>, most: number, at: number): Query<number> {
    const { amount_due } = yield* findInvoice(accountId, from.invoice_id);
    const amount = Math.min(most, amount_due);
    if (amount <= 0) return 0;
    yield* insertAllocation(accountId, { ...from, amount, created_at: at });
    const invoice = yield* settleAmount(accountId, from.invoice_id, amount, at);
    if (invoice.status === 'paid') yield* followers.tellPaid(accountId, invoice, at);
    return amount;
  }

  /** Pays an invoice from the account's credit. */
  function* applyCredit(accountId: number, { id: invoiceId, currency }: OfCurrency, at: number): Query<number> {
    yield* lockMoney(accountId);
    const last = yield* findLastEntry(accountId, currency);
    if (!last || last.balance <= 0) return 0;
    const { amount_due } = yield* findInvoice(accountId, invoiceId);
    const amount = Math.min(last.balance, amount_due);
    if (amount <= 0) return 0;
    const key = `applied:${invoiceId}:${last.id}`;
    yield* post(accountId, { key, kind: 'applied', amount: -amount, currency, invoiceId, at });
    return yield* settle(accountId, { invoice_id: invoiceId, payment_id: null }, amount, at);
  }

  /** Pays open invoices from credit, oldest first. Elective invoices come last, and only if credit pays all of them. */
  function* spendCredit(accountId: number, currency: string, at: number): Query<void> {
    if ((yield* balanceOf(accountId, currency)) <= 0) return;
    const elective: number[] = [];
    for (const { id } of yield* listUnsettledInvoices(accountId, currency, AT_ONCE)) {
      if (yield* followers.isElective(accountId, id)) {
        elective.push(id);
        continue;
      }
      yield* applyCredit(accountId, { id, currency }, at);
      if ((yield* balanceOf(accountId, currency)) <= 0) return;
    }
    for (const id of elective) {
      const { amount_due } = yield* findInvoice(accountId, id);
      if ((yield* balanceOf(accountId, currency)) >= amount_due) yield* applyCredit(accountId, { id, currency }, at);
    }
  }

  /** Removes a share from its invoice, which is reopened by that amount. */
  function* takeOff(accountId: number, { amount, ...share }: Share, at: number): Query<void> {
    yield* insertAllocation(accountId, { ...share, amount: -amount, created_at: at });
    const invoice = yield* reopenAmount(accountId, share.invoice_id, amount, at);
    yield* followers.tellReopened(accountId, invoice, at);
  }

  /** Removes spent credit from invoices after the payment behind it was reversed. */
  function* coverShortage(accountId: number, currency: string, at: number): Query<void> {
    let short = -(yield* balanceOf(accountId, currency));
    if (short <= 0) return;
    for (const { invoice_id: invoiceId, amount: spent } of yield* listSpentCredit(accountId, currency)) {
      const amount = Math.min(short, spent);
      if (amount <= 0) return;
      yield* takeOff(accountId, { invoice_id: invoiceId, payment_id: null, amount }, at);
      const key = `returned:${invoiceId}:${(yield* findLastEntry(accountId, currency))?.id}`;
      yield* post(accountId, { key, kind: 'returned', amount, currency, invoiceId, at });
      short -= amount;
    }
  }

  /**
   * Turns the paid part of a credited invoice into credit, which pays other open invoices. Payments that are being
   * refunded come first, then the newest, then credit.
   */
  function* giveCredit(accountId: number, { invoice: note, amount, key }: Refundable, at: number): Query<void> {
    yield* lockMoney(accountId);
    const { currency, corrects_id: invoiceId } = note;
    if (invoiceId === null) yield* post(accountId, { key, kind: 'credit_note', amount, currency, at });
    else yield* releaseShares(accountId, { invoiceId, amount, currency, key }, at);
    yield* spendCredit(accountId, currency, at);
  }

  /** Returns the amount that each payment gets back. Null stands for credit. */
  function* releaseShares(
    accountId: number,
    { invoiceId, amount, currency, key }: Released,
    at: number,
  ): Query<ReleasedPart[]> {
    const released: ReleasedPart[] = [];
    let left = amount;
    for (const { payment_id: paymentId, amount: paid } of yield* rankShares(accountId, invoiceId)) {
      const part = Math.min(left, paid);
      if (part <= 0) break;
      const allocation = { invoice_id: invoiceId, payment_id: paymentId, amount: -part, created_at: at };
      yield* insertAllocation(accountId, allocation);
      const entry = { kind: 'credit_note', amount: part, currency, invoiceId, paymentId, at } as const;
      yield* post(accountId, { ...entry, key: `${key}:${paymentId ?? 'credit'}` });
      released.push({ paymentId, amount: part });
      left -= part;
    }
    if (left > 0) throw new Error(`invoice ${invoiceId} was credited with ${left} more than was paid`);
    return released;
  }

  function* rankShares(accountId: number, invoiceId: number): Query<Share[]> {
    const ranked: { share: Share; rank: number }[] = [];
    for (const share of yield* listSharesOfInvoice(accountId, invoiceId)) {
      const owes = share.payment_id !== null && (yield* sumEntriesOfPayment(accountId, share.payment_id)) < 0;
      ranked.push({ share, rank: owes ? 0 : share.payment_id === null ? 2 : 1 });
    }
    return ranked.sort((a, b) => a.rank - b.rank).map(({ share }) => share);
  }

  /** Locks in one order, so that two transactions with several accounts cannot deadlock. */
  function* holdMoney(accountIds: readonly number[]): Query<void> {
    for (const id of [...new Set(accountIds)].sort((a, b) => a - b)) yield* lockMoney(id);
  }

  /** Checks all invoices at once: most accounts have no credit, and all issuing waits here. */
  function* applyToNew(invoices: readonly ToPay[], at: number): Query<ReadonlySet<number>> {
    const paid = new Set<number>();
    for (const invoice of yield* listCredited(invoices)) {
      if ((yield* applyCredit(invoice.accountId, invoice, at)) > 0) paid.add(invoice.id);
    }
    return paid;
  }

  /** Hooks that invoices call for credit. */
  const hooks: Omit<InvoiceHooks, 'returnMoney'> = { holdMoney, applyCredit: applyToNew, giveCredit };

  return { settle, spendCredit, releaseShares, takeOff, coverShortage, hooks };
}

interface Released {
  invoiceId: number;
  amount: number;
  currency: string;
  key: string;
}

interface ReleasedPart {
  readonly paymentId: number | null;
  readonly amount: number;
}
