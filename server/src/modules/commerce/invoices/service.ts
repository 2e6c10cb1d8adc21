import { type Page, type PageRequest, type Query, viewPage } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import { amountDue } from './amounts.ts';
import type { IssuingGate } from './archive/gate.ts';
import { addCharge, listOpen, removeCharge } from './charges/service.ts';
import {
  type ChargeRow,
  countChargesSince,
  findChargeByKey,
  findPeriodBefore,
  listChargesOf,
  listChargesUnder,
} from './charges/store.ts';
import { type Credit, creditInvoice } from './credit-notes.ts';
import { compileDocument } from './document/compile.ts';
import type { InvoiceDocument } from './document/document.ts';
import { errors } from './errors.ts';
import type { InvoiceFollower, InvoiceFollowers } from './followers.ts';
import { type DueDay, type Issue, type IssuedRow, issueOpenCharges, issueWholeDays } from './issue.ts';
import { askForMail } from './mail/queue.ts';
import { chargesOf, keyAgain } from './reissue.ts';
import type { Invoice } from './schemas.ts';
import * as settlement from './settlement.ts';
import { type Trade, takeSnapshot } from './snapshot.ts';
import * as store from './store.ts';
import { goOnCorrecting } from './tax-corrections.ts';
import { reasons } from './texts.ts';
import { computeTotals, type Priced, type Totals } from './totals.ts';
import { viewInvoice } from './view.ts';

/** Payment term of an order's first invoice. */
export const PAYMENT_TERM_MS = 14 * DAY;

/** Due invoices read of each status. */
const DUE_SHOWN = 100;

/** The facts of a subscription that its first invoice shows. */
interface Billed {
  id: number;
  name: string;
  price: number;
  currency: string;
  /** 1 or 0. */
  tax_included: number;
  current_period_start: number;
  current_period_end: number;
}

/** Hooks that other modules run in the transaction of an invoice. */
export interface InvoiceHooks {
  /**
   * Locks the money of these accounts until the transaction ends. Called before the numbers are taken, which all
   * issuing waits for.
   */
  holdMoney(accountIds: readonly number[]): Query<void>;
  /** Pays new invoices from credit. Returns those that were paid in part or in full. */
  applyCredit(invoices: readonly ToPay[], at: number): Query<ReadonlySet<number>>;
  /** Returns paid money to the customer's credit, after a credit note or a negative invoice. */
  giveCredit(accountId: number, credit: Refundable, at: number): Query<void>;
  /** Refunds what a credit note took off an invoice by the original payment method. Credit becomes credit again. */
  returnMoney(accountId: number, credit: Refundable & { readonly reason: string }, at: number): Query<void>;
}

/** An invoice that credit may pay, with its account. */
export interface ToPay extends Pick<Invoice, 'id' | 'currency'> {
  readonly accountId: number;
}

/** Charges of a subscription, by the beginning of their keys. */
interface Charged {
  readonly subscriptionId: number;
  readonly keys: readonly string[];
}

export interface Issued {
  readonly accountId: number;
  readonly invoice: Invoice;
}

export interface Refundable {
  /** The credit note. */
  readonly invoice: Invoice;
  readonly amount: number;
  /** A unique key. */
  readonly key: string;
}

export interface InvoiceDependencies {
  trade: Trade;
  hooks: InvoiceHooks;
  /** Throws if a document must not have this date because the clock may be wrong. */
  checkDate(at: number): Query<void>;
  followers: InvoiceFollowers;
  clock: Clock;
  /** Decides whether documents may be issued. */
  gate: IssuingGate;
}

export type InvoiceService = ReturnType<typeof createInvoiceService>;

export function createInvoiceService(dependencies: InvoiceDependencies) {
  const { trade, hooks, checkDate, followers, clock, gate } = dependencies;

  function* list(accountId: number, page: PageRequest): Query<Page<Invoice>> {
    return viewPage(yield* store.listInvoices(accountId, page), viewInvoice);
  }

  /** Lists the invoices to pay, soonest due first. `total` is higher than their number if there are more. */
  function* listDue(accountId: number): Query<{ invoices: Invoice[]; total: number }> {
    const page = { page: 1, per_page: DUE_SHOWN, sort: 'desc' } as const;
    const overdue = yield* list(accountId, { ...page, status: 'overdue' });
    const unpaid = yield* list(accountId, { ...page, status: 'unpaid' });
    const all = [...overdue.items, ...unpaid.items];
    const invoices = all.filter(({ on_hold }) => !on_hold).sort((a, b) => a.due_at.localeCompare(b.due_at));
    return { invoices, total: overdue.total + unpaid.total - (all.length - invoices.length) };
  }

  /** The caller has checked that the subscription belongs to the account. */
  function* listOf(accountId: number, subscriptionId: number, page: PageRequest): Query<Page<Invoice>> {
    return viewPage(yield* store.listInvoicesOf(accountId, subscriptionId, page), viewInvoice);
  }

  /** Returns the amount due of the account's invoices, and the overdue part of it. */
  function* sumOpen(accountId: number, currency: string): Query<{ due: number; overdue: number }> {
    const sums = yield* store.sumDue(accountId, currency);
    const due = sums.reduce((sum, part) => sum + part.due, 0);
    return { due, overdue: sums.find(({ status }) => status === 'overdue')?.due ?? 0 };
  }

  /** Returns the subscriptions of an invoice. */
  function* subscriptionsOf(accountId: number, id: number): Query<number[]> {
    return store.subscriptionsOf(yield* settlement.findRow(accountId, id));
  }

  /**
   * Issues an invoice for the open charges due on a day, with the current tax, and pays it from credit. Undefined if
   * there are none. A negative sum becomes a credit note.
   */
  function* issueInvoice(accountId: number, issue: Issue): Query<Invoice | undefined> {
    yield* checkDate(issue.at);
    yield* hooks.holdMoney([accountId]);
    const row = yield* issueOpenCharges(accountId, { trade, gate }, issue, clock.now());
    if (!row) return undefined;
    const [issued] = yield* finish([{ accountId, row }], issue.at, issue);
    return issued?.invoice;
  }

  /** Does the same for several days and accounts, with one invoice per currency. */
  function* issueInvoices(days: readonly DueDay[], at: number): Query<Issued[]> {
    yield* checkDate(at);
    yield* hooks.holdMoney(days.map(({ accountId }) => accountId));
    return yield* finish(yield* issueWholeDays({ trade, gate }, days, { at, now: clock.now() }), at);
  }

  /** Applies the customers' credit and queues the mails. */
  function* finish(
    issued: readonly IssuedRow[],
    at: number,
    { withoutCredit = false }: Pick<Issue, 'withoutCredit'> = {},
  ): Query<Issued[]> {
    for (const { accountId, row } of issued) {
      if (row.total < 0) yield* giveBack(accountId, row, -row.total, at);
    }
    const toPay = withoutCredit ? [] : issued.filter(({ row }) => row.total > 0);
    const changed = yield* hooks.applyCredit(
      toPay.map(({ accountId, row: { id, currency } }) => ({ accountId, id, currency })),
      at,
    );
    if (issued.length > 0) yield* askForMail(clock.now());
    const finished: Issued[] = [];
    for (const { accountId, row } of issued) {
      const now = changed.has(row.id) ? yield* settlement.findRow(accountId, row.id) : row;
      finished.push({ accountId, invoice: viewInvoice(now) });
    }
    return finished;
  }

  /** Issues the invoice for the current period of a new subscription. An invoice over nothing is paid immediately. */
  function* issue(accountId: number, subscription: Billed, now: number): Query<Invoice> {
    const { id, name, price, currency } = subscription;
    const tax_included = subscription.tax_included === 1;
    const { current_period_start: period_start, current_period_end: period_end } = subscription;
    const [from, to] = [dayIn(trade.timeZone, period_start), dayIn(trade.timeZone, period_end)];
    const due_at = now + PAYMENT_TERM_MS;
    yield* addCharge(accountId, {
      ...{ subscription_id: id, currency, tax_included, period_start, period_end, due_at, at: now },
      key: `sub:${id}:period:${from}`,
      kind: 'period',
      description: name,
      unit_price: price,
      explanation: {
        rule: 'period',
        sentence: `${name}, from ${from} to ${to}.`,
        steps: [{ label: 'Price of the period', value: formatMoney(price, currency) }],
      },
    });
    const invoice = yield* issueInvoice(accountId, { dueAt: due_at, at: now, subscriptionId: id });
    if (!invoice) throw errors.period_already_invoiced();
    return invoice;
  }

  /**
   * Credits an invoice, wholly or in part. The paid part becomes credit, or with `refunds` goes back by the original
   * payment method.
   */
  function* credit(accountId: number, id: number, what: Credit, at: number, { refunds = false } = {}) {
    const { creditNote, refundable, cleared } = yield* lower(accountId, id, what, at, refunds);
    if (cleared) yield* followers.tellCleared(accountId, cleared, at);
    return { creditNote, refundable };
  }

  /** The same without telling others; `cleared` is the invoice if nothing of it is due any more that was. */
  function* lower(accountId: number, id: number, what: Credit, at: number, refunds = false) {
    const now = clock.now();
    yield* checkDate(at);
    yield* hooks.holdMoney([accountId]);
    const credited = yield* creditInvoice(accountId, id, what, { at, now }, { trade, gate });
    const { creditNote, refundable, before, after } = credited;
    if (refundable > 0) yield* giveBack(accountId, creditNote, refundable, at, refunds ? what.reason : undefined);
    yield* askForMail(now);
    const cleared = amountDue(before) > 0 && after.amount_due === 0 ? after : undefined;
    return { creditNote: viewInvoice(creditNote), refundable, after, cleared };
  }

  /** Writes off the amount due. */
  function* writeOff(accountId: number, id: number, at: number, reason?: string): Query<Invoice> {
    const invoice = yield* settlement.writeOff(accountId, id, at, reason);
    yield* followers.tellCleared(accountId, invoice, at);
    return invoice;
  }

  /** Credits all that is due of an open invoice. */
  function* cancelUnpaid(accountId: number, id: number, reason: string, at: number) {
    settlement.requireOpen(yield* settlement.findRow(accountId, id));
    return yield* credit(accountId, id, { reason }, at);
  }

  /**
   * Takes back the charges of a subscription under these keys: from the draft, or by a credit note. Returns false and
   * does nothing if there are none, or if some were paid and `refunds` is not set.
   */
  function* takeBack(
    accountId: number,
    charged: Charged,
    { reason, evenPaid = false, refunds = false }: { reason: string; evenPaid?: boolean; refunds?: boolean },
    at: number,
  ): Query<boolean> {
    const charges = yield* listToTakeBack(accountId, charged, evenPaid);
    const ids = invoicesOf(charges);
    for (const { id, invoice_id } of charges) if (invoice_id === null) yield* removeCharge(accountId, id);
    for (const id of ids) {
      const all = (yield* listChargesOf(accountId, id)).map((charge) => charge.id);
      const lines = charges.filter(({ invoice_id }) => invoice_id === id).map((charge) => all.indexOf(charge.id) + 1);
      // All lines means all that is left, also if staff credited some of it before.
      yield* credit(accountId, id, lines.length === all.length ? { reason } : { lines, reason }, at, { refunds });
    }
    return charges.length > 0;
  }

  /** Lists the charges that can be taken back. Empty if an invoice of them is cancelled, or paid unless `evenPaid`. */
  function* listToTakeBack(accountId: number, { subscriptionId, keys }: Charged, evenPaid = false): Query<ChargeRow[]> {
    const charges: ChargeRow[] = [];
    for (const key of keys) {
      for (const charge of yield* listChargesUnder(accountId, subscriptionId, key)) {
        const current = yield* findCurrentCharge(accountId, charge);
        // A withdrawn or lapsed change of plan was credited with its invoice.
        if (charge.kind !== 'proration' || !(yield* isTakenBack(accountId, current))) charges.push(current);
      }
    }
    for (const id of invoicesOf(charges)) {
      const { status } = yield* settlement.findRow(accountId, id);
      if (status === 'cancelled' || (status === 'paid' && !evenPaid)) return [];
    }
    return charges;
  }

  function* isTakenBack(accountId: number, { invoice_id }: ChargeRow): Query<boolean> {
    return invoice_id !== null && (yield* settlement.findRow(accountId, invoice_id)).status === 'cancelled';
  }

  /** Returns the charge that replaced this one, if its invoice was reissued with another tax. */
  function* findCurrentCharge(accountId: number, charge: ChargeRow): Query<ChargeRow> {
    if (charge.invoice_id === null) return charge;
    const all = yield* listChargesOf(accountId, charge.invoice_id);
    const line = all.findIndex(({ id }) => id === charge.id) + 1;
    const again = yield* findChargeByKey(accountId, keyAgain(charge.invoice_id, line));
    return again ? yield* findCurrentCharge(accountId, again) : charge;
  }

  /** Returns the totals of an invoice for these lines now. */
  function* quote(accountId: number, lines: readonly Priced[], at: number): Query<Totals> {
    return computeTotals(lines, yield* taxRateOf(accountId, at));
  }

  /** In hundredths of a percent. */
  function* taxRateOf(accountId: number, at: number): Query<number> {
    return (yield* takeSnapshot(accountId, trade, at)).tax_rate;
  }

  /**
   * Corrects invoices after a VAT id became valid: credits those issued with tax since it was entered, and issues them
   * without. Payments move to the new invoices, and the rest becomes credit. A job continues if there are too many for
   * one transaction.
   */
  function* correctTax(accountId: number, since: number, at: number): Query<void> {
    const { tax_category } = yield* takeSnapshot(accountId, trade, at);
    if (tax_category !== 'reverse_charge') return;
    // The VAT id stays confirmed. The documents are corrected once documents can be issued.
    if (gate.findHold()) return yield* goOnCorrecting(accountId, since, clock.now() + HOUR);
    const rows = yield* store.listTaxedSince(accountId, since);
    for (const row of rows) {
      const charges = yield* chargesOf(accountId, row, at);
      const reason = reasons.vatIdConfirmed.template;
      const { after, cleared } = yield* lower(accountId, row.id, { reason }, at);
      const ids: number[] = [];
      for (const charge of charges) {
        const added = yield* addCharge(accountId, charge);
        if (added) ids.push(added.id);
      }
      const again = yield* issueInvoice(accountId, { dueAt: row.due_at, at, only: ids, currency: row.currency });
      if (again) yield* followers.tellReplaced(accountId, after, again, at);
      if (cleared) yield* followers.tellCleared(accountId, cleared, at);
    }
    if (rows.length === store.MOST_TO_CORRECT) yield* goOnCorrecting(accountId, since, clock.now());
  }

  /** Returns the content of PDF and XML. */
  function* documentOf(accountId: number, id: number): Query<InvoiceDocument> {
    const row = yield* settlement.findRow(accountId, id);
    const corrected = row.corrects_id === null ? undefined : yield* store.findInvoice(accountId, row.corrects_id);
    return compileDocument(row, corrected, trade.timeZone);
  }

  /** With a reason the money is refunded, otherwise it becomes credit. */
  function giveBack(
    accountId: number,
    creditNote: store.InvoiceRow,
    amount: number,
    at: number,
    reason?: string,
  ): Query<void> {
    const credit = { invoice: viewInvoice(creditNote), amount, key: `credit-note:${creditNote.id}` };
    if (reason === undefined) return hooks.giveCredit(accountId, credit, at);
    return hooks.returnMoney(accountId, { ...credit, reason }, at);
  }

  /** Registers a follower, which is notified of changes to invoices. */
  function follow(follower: InvoiceFollower): void {
    followers.add(follower);
  }

  return {
    list,
    listDue,
    listOf,
    find: settlement.find,
    sumOpen,
    listUnsettled: store.listUnsettledInvoices,
    subscriptionsOf,
    addCharge,
    countChargesSince,
    listOpenCharges: listOpen,
    removeCharge,
    issueInvoice,
    issueInvoices,
    issue,
    settle: settlement.settle,
    settleAmount: settlement.settleAmount,
    reopenAmount: settlement.reopenAmount,
    creditInvoice: credit,
    cancelUnpaid,
    takeBack,
    listToTakeBack,
    listChargesUnder,
    findPeriodBefore,
    quote,
    taxRateOf,
    correctTax,
    writeOff,
    expire: settlement.expire,
    hasOverdue: store.hasOverdueInvoice,
    hasPaid: store.hasPaidInvoice,
    documentOf,
    follow,
    /** Returns for staff why no documents are issued at the moment. Undefined if they are. */
    findHold: () => gate.findHold()?.sentence,
  };
}

function invoicesOf(charges: readonly ChargeRow[]): number[] {
  return [...new Set(charges.flatMap(({ invoice_id }) => invoice_id ?? []))];
}
