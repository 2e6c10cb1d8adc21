import { dayIn } from '../../../kernel/calendar.ts';
import { formatMoney } from '../../../kernel/currency.ts';
import { type Page, type PageRequest, viewPage } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { conflict } from '../../../kernel/errors.ts';
import { type Clock, DAY, HOUR } from '../../../kernel/time.ts';
import { amountDue } from './amounts.ts';
import type { IssuingGate } from './archive/gate.ts';
import { addCharge, listOpen, removeCharge } from './charges/service.ts';
import { type ChargeRow, findChargeByKey, listChargesOf, listChargesUnder } from './charges/store.ts';
import { type Credit, creditInvoice } from './credit-notes.ts';
import { compileDocument } from './document/compile.ts';
import type { InvoiceDocument } from './document/document.ts';
import { type DueDay, type Issue, type IssuedRow, issueOpenCharges, issueWholeDays } from './issue.ts';
import { askForMail } from './mail/queue.ts';
import { chargesOf, keyAgain } from './reissue.ts';
import type { Invoice } from './schemas.ts';
import * as settlement from './settlement.ts';
import { type Trade, takeSnapshot } from './snapshot.ts';
import * as store from './store.ts';
import { goOnCorrecting } from './tax-corrections.ts';
import { computeTotals, type Priced, type Totals } from './totals.ts';
import { viewInvoice } from './view.ts';

/** Of the first invoice of what was ordered. */
export const PAYMENT_TERM_MS = 14 * DAY;

/** A subscription, as far as its first invoice tells of it. */
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

/** What others do with an invoice, in its transaction. */
export interface InvoiceHooks {
  /** Until the end nobody else moves money of these accounts: asked before an invoice has its number, which all wait for. */
  holdMoney(accountIds: readonly number[]): Query<void>;
  /** Pays what it can of new invoices from their customers' credit; answers which of them it paid something of. */
  applyCredit(invoices: readonly ToPay[], at: number): Query<ReadonlySet<number>>;
  /** Money that was paid is the customer's again: a credit note took it off an invoice, or charges came to less than nothing. */
  giveCredit(accountId: number, credit: Refundable, at: number): Query<void>;
  /** Returns what a credit note took off an invoice by the way it was paid; what credit had paid is credit again. */
  returnMoney(accountId: number, credit: Refundable & { readonly reason: string }, at: number): Query<void>;
}

/** An invoice that credit may pay, and whose. */
export interface ToPay extends Pick<Invoice, 'id' | 'currency'> {
  readonly accountId: number;
}

export interface Issued {
  readonly accountId: number;
  readonly invoice: Invoice;
}

export interface Refundable {
  /** The credit note. */
  readonly invoice: Invoice;
  readonly amount: number;
  /** Unlike any other. */
  readonly key: string;
}

export interface InvoiceDependencies {
  trade: Trade;
  hooks: InvoiceHooks;
  /** Throws if a document must not have this date because the clock may be wrong. */
  checkDate(at: number): Query<void>;
  /** Nothing of it is due any more, though nobody paid what was: it was credited or given up. */
  onCleared(accountId: number, invoice: Invoice, at: number): Query<void>;
  clock: Clock;
  /** Whether documents may be issued. */
  gate: IssuingGate;
}

export type InvoiceService = ReturnType<typeof createInvoiceService>;

export function createInvoiceService({ trade, hooks, checkDate, onCleared, clock, gate }: InvoiceDependencies) {
  function* list(accountId: number, page: PageRequest): Query<Page<Invoice>> {
    return viewPage(yield* store.listInvoices(accountId, page), viewInvoice);
  }

  /** Those of a subscription that was found for its account before. */
  function* listOf(accountId: number, subscriptionId: number, page: PageRequest): Query<Page<Invoice>> {
    return viewPage(yield* store.listInvoicesOf(accountId, subscriptionId, page), viewInvoice);
  }

  function* find(accountId: number, id: number): Query<Invoice> {
    return viewInvoice(yield* settlement.findRow(accountId, id));
  }

  /** What of the account's invoices is due, and what of that is overdue. */
  function* sumOpen(accountId: number, currency: string): Query<{ due: number; overdue: number }> {
    const sums = yield* store.sumDue(accountId, currency);
    const due = sums.reduce((sum, part) => sum + part.due, 0);
    return { due, overdue: sums.find(({ status }) => status === 'overdue')?.due ?? 0 };
  }

  /** Which subscriptions an invoice is for. */
  function* subscriptionsOf(accountId: number, id: number): Query<number[]> {
    return store.subscriptionsOf(yield* settlement.findRow(accountId, id));
  }

  /**
   * Makes an invoice of the open charges that are due on a day, with the tax as it is now; the customer's credit pays what
   * it can. Undefined where there are none. What comes to less than nothing is a credit note.
   */
  function* issueInvoice(accountId: number, issue: Issue): Query<Invoice | undefined> {
    yield* checkDate(issue.at);
    yield* hooks.holdMoney([accountId]);
    const row = yield* issueOpenCharges(accountId, { trade, gate }, issue, clock.now());
    if (!row) return undefined;
    const [issued] = yield* finish([{ accountId, row }], issue.at);
    return issued?.invoice;
  }

  /** The same for all of those days, of as many customers as there are: one for each currency. */
  function* issueInvoices(days: readonly DueDay[], at: number): Query<Issued[]> {
    yield* checkDate(at);
    yield* hooks.holdMoney(days.map(({ accountId }) => accountId));
    return yield* finish(yield* issueWholeDays({ trade, gate }, days, { at, now: clock.now() }), at);
  }

  /** What is the customers' is used, and they are told. */
  function* finish(issued: readonly IssuedRow[], at: number): Query<Issued[]> {
    for (const { accountId, row } of issued) {
      if (row.total < 0) yield* giveBack(accountId, row, -row.total, at);
    }
    const toPay = issued.filter(({ row }) => row.total > 0);
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

  /** For the current period of a new subscription. What costs nothing is paid already. */
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
    if (!invoice) throw conflict('This period was invoiced before.');
    return invoice;
  }

  /**
   * Takes an invoice back, wholly or in part. What was paid of it goes to the customer's credit, or with `refunds` back by
   * the way it came.
   */
  function* credit(accountId: number, id: number, what: Credit, at: number, { refunds = false } = {}) {
    const now = clock.now();
    yield* checkDate(at);
    yield* hooks.holdMoney([accountId]);
    const credited = yield* creditInvoice(accountId, id, what, { at, now }, { trade, gate });
    const { creditNote, refundable, before, after } = credited;
    if (refundable > 0) yield* giveBack(accountId, creditNote, refundable, at, refunds ? what.reason : undefined);
    if (amountDue(before) > 0 && after.amount_due === 0) yield* onCleared(accountId, after, at);
    yield* askForMail(now);
    return { creditNote: viewInvoice(creditNote), refundable };
  }

  /** Gives up what is due. */
  function* writeOff(accountId: number, id: number, at: number, reason?: string): Query<Invoice> {
    const invoice = yield* settlement.writeOff(accountId, id, at, reason);
    yield* onCleared(accountId, invoice, at);
    return invoice;
  }

  /** All of an invoice that is open is taken back, by a credit note. */
  function* cancelUnpaid(accountId: number, id: number, reason: string, at: number) {
    settlement.requireOpen(yield* settlement.findRow(accountId, id));
    return yield* credit(accountId, id, { reason }, at);
  }

  /**
   * What a subscription was charged for under these keys, or below them, is not to be paid: it goes from its draft, or by a
   * credit note from its invoice. False, and nothing is done, where there is nothing of it, or where some of it was paid:
   * unless also what was paid is the customer's again.
   */
  function* takeBack(
    accountId: number,
    { subscriptionId, keys }: { subscriptionId: number; keys: readonly string[] },
    { reason, evenPaid = false, refunds = false }: { reason: string; evenPaid?: boolean; refunds?: boolean },
    at: number,
  ): Query<boolean> {
    const charges: ChargeRow[] = [];
    for (const key of keys) {
      for (const charge of yield* listChargesUnder(accountId, subscriptionId, key)) {
        charges.push(yield* findStanding(accountId, charge));
      }
    }
    const ids = [...new Set(charges.flatMap(({ invoice_id }) => invoice_id ?? []))];
    for (const id of ids) {
      const { status } = yield* settlement.findRow(accountId, id);
      if (status === 'cancelled' || (status === 'paid' && !evenPaid)) return false;
    }
    for (const { id, invoice_id } of charges) if (invoice_id === null) yield* removeCharge(accountId, id);
    for (const id of ids) {
      const all = yield* listChargesOf(accountId, id);
      const lines = charges.filter(({ invoice_id }) => invoice_id === id).map((charge) => all.indexOf(charge.id) + 1);
      // All of them are all that is left, also where staff took some of that back before.
      yield* credit(accountId, id, lines.length === all.length ? { reason } : { lines, reason }, at, { refunds });
    }
    return charges.length > 0;
  }

  /** Where it stands now: an invoice that was taken back for its tax is issued anew, of charges that stand in place of its own. */
  function* findStanding(accountId: number, charge: ChargeRow): Query<ChargeRow> {
    if (charge.invoice_id === null) return charge;
    const line = (yield* listChargesOf(accountId, charge.invoice_id)).indexOf(charge.id) + 1;
    const again = yield* findChargeByKey(accountId, keyAgain(charge.invoice_id, line));
    return again ? yield* findStanding(accountId, again) : charge;
  }

  /** What an invoice of these lines would come to now. */
  function* quote(accountId: number, lines: readonly Priced[], at: number): Query<Totals> {
    return computeTotals(lines, yield* taxRateOf(accountId, at));
  }

  /** In hundredths of a percent. */
  function* taxRateOf(accountId: number, at: number): Query<number> {
    return (yield* takeSnapshot(accountId, trade, at)).tax_rate;
  }

  /**
   * A VAT id that was given then is known to be valid now: what was invoiced with tax meanwhile is taken back and invoiced
   * without. What was paid pays the new one; what is over is the customer's credit. What is too much for one transaction goes
   * on by a job.
   */
  function* correctTax(accountId: number, since: number, at: number): Query<void> {
    const { tax_category } = yield* takeSnapshot(accountId, trade, at);
    if (tax_category !== 'reverse_charge') return;
    // The VAT id stays confirmed; the documents are corrected once they can be issued.
    if (gate.look()) return yield* goOnCorrecting(accountId, since, clock.now() + HOUR);
    const rows = yield* store.listTaxedSince(accountId, since);
    for (const row of rows) {
      const charges = chargesOf(row, at);
      yield* credit(accountId, row.id, { reason: 'The VAT id was confirmed; invoiced again without tax.' }, at);
      const ids: number[] = [];
      for (const charge of charges) {
        const added = yield* addCharge(accountId, charge);
        if (added) ids.push(added.id);
      }
      yield* issueInvoice(accountId, { dueAt: row.due_at, at, only: ids, currency: row.currency });
    }
    if (rows.length === store.MOST_TO_CORRECT) yield* goOnCorrecting(accountId, since, clock.now());
  }

  /** What PDF and XML are made of. */
  function* documentOf(accountId: number, id: number): Query<InvoiceDocument> {
    const row = yield* settlement.findRow(accountId, id);
    const corrected = row.corrects_id === null ? undefined : yield* store.findInvoice(accountId, row.corrects_id);
    return compileDocument(row, corrected, trade.timeZone);
  }

  /** With a reason it is refunded, otherwise it is credit. */
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

  return {
    list,
    listOf,
    find,
    sumOpen,
    listUnsettled: store.listUnsettledInvoices,
    subscriptionsOf,
    addCharge,
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
    quote,
    taxRateOf,
    correctTax,
    writeOff,
    expire: settlement.expire,
    hasOverdue: store.hasOverdueInvoice,
    hasPaid: store.hasPaidInvoice,
    documentOf,
    /** Why no documents are issued at the moment, for staff; undefined if they are. */
    findHold: () => gate.look()?.sentence,
  };
}
