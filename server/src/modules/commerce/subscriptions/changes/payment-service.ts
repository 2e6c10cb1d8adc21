import { attempt, type Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { type Clock, DAY, formatTime } from '#kernel/time.ts';
import {
  computeTotals,
  type Invoice,
  type InvoiceService,
  type NewCharge,
  PAYMENT_TERM_MS,
  reasons,
} from '../../invoices/index.ts';
import { findPlanVersion, returnStock } from '../../plans/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { change as changeRow, findRow } from '../change.ts';
import type { Funds } from '../cover/service.ts';
import * as store from '../store.ts';
import { isNextBilled } from '../terms.ts';
import { type ChangeApplier, changeSeen, requireStock, returnWaiting } from './apply.ts';
import { type Change, computeChange, type Facts } from './decide.ts';
import { errors } from './errors.ts';
import type { ReadFacts } from './facts.ts';
import { writeLapsed } from './letters.ts';
import { NOT_PENDING, type PendingChange, PREVIEW_HOLDS_MS, pendingChangeOf } from './pending.ts';

/** A change that is not paid lapses after this time. */
const LAPSES_AFTER_MS = 7 * DAY;
/** Maximum requests per subscription in 24 hours. Each creates an invoice, and most a credit note. */
const MOST_A_DAY = 20;

const ENDED = reasons.changeEnded.template;
const LAPSED = reasons.changeLapsed.template;
const REPLACED = reasons.changeReplaced.template;
const WITHDRAWN = reasons.changeWithdrawn.template;
const NEW_PERIOD = reasons.changeInNewPeriod.template;
const SHORTER = reasons.changeShorter.template;

interface Dependencies {
  clock: Clock;
  invoices: InvoiceService;
  readFacts: ReadFacts;
  applier: ChangeApplier;
  funds: Pick<Funds, 'balanceOf'>;
  mailer: Mailer;
  links: Links;
  /** Locks the money of these accounts until the end of the transaction. */
  holdMoney(accountIds: readonly number[]): Query<void>;
  /** Charges an invoice to the customer's default payment method, if there is one. */
  collect(accountId: number, invoiceId: number, at: number): Query<void>;
  /** Returns whether a payment for this invoice is in progress. */
  isUnderWay(accountId: number, invoiceId: number): Query<boolean>;
}

type Outcome = 'carried out' | 'lapsed' | 'ended' | 'invoiced again';

export type ChangePaymentService = ReturnType<typeof createChangePaymentService>;

/**
 * Changes of plan that are carried out when their invoice is paid. Until then the subscription does not change. The
 * invoice is paid from credit if that covers it, or else charged to a saved payment method. Otherwise the customer pays
 * it. An unpaid change lapses after 7 days, without reminders or suspension.
 */
export function createChangePaymentService(dependencies: Dependencies) {
  const { clock, invoices, readFacts, applier, funds, mailer, links, holdMoney, collect, isUnderWay } = dependencies;

  /** Issues the invoice and stores the change until it is paid. Carries it out immediately if credit pays it. */
  function* request(
    accountId: number,
    { facts, change }: { facts: Facts; change: Change },
    now: number,
    total?: number,
  ) {
    const { row, plan, price } = facts;
    const since = now - DAY;
    if ((yield* invoices.countChargesSince(accountId, row.id, 'proration', since)) >= MOST_A_DAY) {
      throw errors.plan_changed_too_often({ max: MOST_A_DAY });
    }
    const isOther = plan.id !== row.plan_id;
    if (isOther) yield* requireStock(plan);
    const expiresAt = now + LAPSES_AFTER_MS;
    // Credit that does not cover the invoice is kept for invoices that must be paid.
    const withoutCredit = total !== undefined && (yield* funds.balanceOf(accountId, row.currency)) < total;
    const lines = change.lines.map((line) => ({ ...line, due_at: expiresAt }));
    const invoice = yield* issue(accountId, lines, { dueAt: expiresAt, at: now, withoutCredit });
    const pending: PendingChange = {
      plan: plan.name,
      plan_version_id: plan.version_id,
      price,
      reserved: isOther ? plan.id : null,
      requested_at: now,
    };
    // The latest request replaces a waiting change, unless that is already billed.
    const dropsNext = row.next_terms !== null && !isNextBilled(row);
    if (dropsNext) yield* returnWaiting(row);
    yield* changeSeen(accountId, row, {
      ...(dropsNext ? { next_terms: null, change_at: null } : {}),
      pending_change: JSON.stringify(pending),
      pending_invoice_id: invoice.id,
      pending_expires_at: expiresAt,
    });
    if (invoice.status === 'paid') yield* review(accountId, row.id, now);
    else yield* collect(accountId, invoice.id, now);
    return { subscription: yield* findRow(accountId, row.id), invoice: yield* invoices.find(accountId, invoice.id) };
  }

  function* issue(
    accountId: number,
    lines: readonly NewCharge[],
    { dueAt, at, withoutCredit = false }: { dueAt: number; at: number; withoutCredit?: boolean },
  ): Query<Invoice> {
    const only: number[] = [];
    for (const line of lines) {
      const added = yield* invoices.addCharge(accountId, line);
      if (added) only.push(added.id);
    }
    const invoice = yield* invoices.issueInvoice(accountId, { dueAt, at, only, withoutCredit });
    if (!invoice) throw new Error('a change of plan has no charge that could be invoiced');
    return invoice;
  }

  /**
   * Ends a waiting change when another one is requested. Refuses the same change again, or one with a payment in
   * progress.
   */
  function* replace(
    accountId: number,
    id: number,
    wanted: Pick<PendingChange, 'plan'> & { readonly period: string },
    now: number,
  ): Query<void> {
    yield* holdMoney([accountId]);
    const row = yield* findRow(accountId, id);
    const pending = pendingChangeOf(row);
    if (!pending) return;
    const number = yield* refusePaying(accountId, row);
    if (pending.plan === wanted.plan && pending.price.period === wanted.period) {
      throw errors.plan_change_waits_for_invoice({ number });
    }
    yield* end(accountId, id, REPLACED, now);
  }

  /** Withdraws a change that waits for its payment. */
  function* withdraw(accountId: number, id: number, now: number): Query<store.SubscriptionRow> {
    yield* holdMoney([accountId]);
    const row = yield* findRow(accountId, id);
    if (row.pending_invoice_id === null) throw errors.no_plan_change_waits();
    yield* refusePaying(accountId, row);
    yield* end(accountId, id, WITHDRAWN, now);
    return yield* findRow(accountId, id);
  }

  /** Throws if a payment of the invoice is in progress. Returns the number of the invoice. */
  function* refusePaying(accountId: number, { pending_invoice_id }: store.SubscriptionRow): Query<string> {
    const { id, number } = yield* invoices.find(accountId, pending_invoice_id ?? 0);
    if (!(yield* isUnderWay(accountId, id))) return number;
    throw errors.plan_change_payment_in_progress({ number });
  }

  /**
   * Ends a waiting change. Credits its invoice, so that any amount paid becomes credit, and returns the reserved stock.
   */
  function* end(accountId: number, id: number, reason: string, at: number) {
    yield* holdMoney([accountId]);
    const ended = yield* changeRow(accountId, id, (row) => (row.pending_change === null ? undefined : NOT_PENDING));
    const pending = ended && pendingChangeOf(ended.before);
    if (!pending) return undefined;
    if (pending.reserved !== null) yield* returnStock(pending.reserved);
    const invoice = yield* invoices.find(accountId, ended.before.pending_invoice_id ?? 0);
    if (invoice.status !== 'cancelled') yield* invoices.creditInvoice(accountId, invoice.id, { reason }, at);
    return { row: ended.after, pending, invoice };
  }

  /**
   * Ends the change of a cancelled or suspended subscription. If no documents can be issued now, the billing run does
   * it later.
   */
  function* endWithSubscription(accountId: number, { id, pending_change }: store.SubscriptionRow, at: number) {
    if (pending_change !== null) yield* attempt(end(accountId, id, ENDED, at));
  }

  /** Reviews the change of an invoice that was paid, credited or written off. The billing run retries failures. */
  function* settle(accountId: number, invoiceId: number, at: number): Query<void> {
    const id = yield* store.findByPendingInvoice(accountId, invoiceId);
    if (id !== undefined) yield* attempt(review(accountId, id, at));
  }

  /** Moves a waiting change to its new invoice after the old one was reissued with another tax. */
  function* follow(accountId: number, formerId: number, invoiceId: number, at: number): Query<void> {
    const id = yield* store.findByPendingInvoice(accountId, formerId);
    if (id === undefined) return;
    yield* changeRow(accountId, id, () => ({ pending_invoice_id: invoiceId }));
    yield* settle(accountId, invoiceId, at);
  }

  /** Carries out, ends or lapses a change if its conditions are met. Returns undefined if the change keeps waiting. */
  function* review(accountId: number, id: number, at: number): Query<Outcome | undefined> {
    yield* holdMoney([accountId]);
    const row = yield* findRow(accountId, id);
    const { pending_invoice_id, pending_expires_at } = row;
    const pending = pendingChangeOf(row);
    if (!pending || pending_invoice_id === null || pending_expires_at === null) return undefined;
    const isSold = row.status === 'active' || row.status === 'past_due';
    const invoice = yield* invoices.find(accountId, pending_invoice_id);
    if (!isSold || row.cancel_requested_at !== null || invoice.status === 'cancelled') {
      yield* end(accountId, id, ENDED, at);
      return 'ended';
    }
    if (invoice.status === 'paid') return yield* carryOut(accountId, row, pending, invoice, at);
    if (pending_expires_at > at || (yield* isUnderWay(accountId, invoice.id))) return undefined;
    yield* lapse(accountId, id, at);
    return 'lapsed';
  }

  /**
   * Carries out a paid change. The rest of the period counts from the payment; if less is left than invoiced, the
   * difference becomes credit. If the next period was billed meanwhile, its difference is due when it begins. If that
   * period has already begun, the change is invoiced again, because the payment was for the period before.
   */
  function* carryOut(
    accountId: number,
    row: store.SubscriptionRow,
    pending: PendingChange,
    invoice: Invoice,
    at: number,
  ): Query<Outcome> {
    const plan = yield* findPlanVersion(pending.plan_version_id);
    if (!plan) throw new Error(`there is no version ${pending.plan_version_id} of plan ${pending.plan}`);
    const sold = { plan, price: pending.price };
    const facts = yield* readFacts(accountId, row, sold, at);
    const billing = { at, dueAt: at + PAYMENT_TERM_MS, zone: facts.zone };
    const change = computeChange(facts, billing, { isPaid: true });
    const ends = new Set(invoice.items.map(({ period_end }) => period_end));
    const isInvoiced = ({ period_end }: NewCharge) => ends.has(formatTime(period_end));
    const more = change.lines.filter((line) => !isInvoiced(line));
    if (more.some(({ period_start }) => period_start <= at)) {
      yield* end(accountId, row.id, NEW_PERIOD, at);
      const again = yield* readFacts(accountId, yield* findRow(accountId, row.id), sold, at);
      yield* request(accountId, { facts: again, change: computeChange(again, billing, { isPaid: true }) }, at);
      return 'invoiced again';
    }
    yield* applier.applyNow(accountId, facts, change, at, pending.reserved);
    if (at - pending.requested_at > PREVIEW_HOLDS_MS) {
      yield* returnDifference(accountId, invoice, change.lines.filter(isInvoiced), at);
    }
    const later = more.map((line) => ({ ...line, due_at: line.period_start }));
    const [first] = later;
    if (first) yield* issue(accountId, later, { dueAt: first.due_at, at });
    return 'carried out';
  }

  /** Credits the amount by which the invoice exceeds these lines, at the tax rate of the invoice. */
  function* returnDifference(accountId: number, invoice: Invoice, lines: readonly NewCharge[], at: number) {
    const priced = lines.map(({ unit_price, tax_included = false }) => ({ amount: unit_price, tax_included }));
    const fair = Math.max(0, computeTotals(priced, Math.round(invoice.tax_rate * 100)).total);
    const amount = invoice.total - invoice.amount_credited - invoice.amount_written_off - fair;
    if (amount > 0) yield* invoices.creditInvoice(accountId, invoice.id, { amount, reason: SHORTER }, at);
  }

  function* lapse(accountId: number, id: number, at: number): Query<void> {
    const ended = yield* end(accountId, id, LAPSED, at);
    if (!ended) return;
    const { row, pending, invoice } = ended;
    const { email: to } = yield* findProfile(accountId);
    const about = { name: row.name, plan: row.plan, wanted: pending.plan, invoice: invoice.number };
    const letter = writeLapsed({ ...about, isCredited: invoice.amount_paid > 0 }, links.to('/billing'));
    const mail = { kind: 'plan change lapsed', cause: `invoice ${invoice.id} lapsed`, to, letter, accountId } as const;
    const queued = yield* mailer.queue({ ...mail, nature: 'notice', now: clock.now() });
    if (queued === 'too_many') throw new Error(`${to} gets too much mail; the next run tries again.`);
  }

  /** Returns whether a change of plan waits for the payment of this invoice. */
  function* isAwaited(accountId: number, invoiceId: number): Query<boolean> {
    return (yield* store.findByPendingInvoice(accountId, invoiceId)) !== undefined;
  }

  return { request, replace, withdraw, endWithSubscription, settle, follow, review, isAwaited };
}
