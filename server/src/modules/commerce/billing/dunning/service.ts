import type { Query } from '../../../../kernel/db/query.ts';
import { emit } from '../../../../kernel/events/emit.ts';
import type { Invoice, InvoiceService } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import { claimEffect } from '../effects/store.ts';
import type { SuspensionService } from '../suspensions/service.ts';
import type { DunningMail } from './mail.ts';
import {
  type DunningSettings,
  nextLook,
  passed,
  REMINDER_DAYS,
  RETRY_DAYS,
  suspensionDay,
  warnAt,
} from './schedule.ts';
import * as store from './store.ts';

/** What the run asks of payments. */
export interface Charging {
  /** Begins to collect an invoice by the way that the customer left; undefined where that cannot be. */
  charge(accountId: number, invoiceId: number, attempt: number, at: number): Query<object | undefined>;
  /** The same at once, where it was just issued. */
  chargeOrder(accountId: number, invoiceId: number, at: number): Query<void>;
  /** Money for this invoice is on its way. */
  isUnderWay(accountId: number, invoiceId: number): Query<boolean>;
  /** Money of the account is on its way, or is disputed. */
  isUnsettled(accountId: number): Query<boolean>;
}

interface Dependencies {
  invoices: Pick<InvoiceService, 'find' | 'expire'>;
  subscriptions: Pick<Subscriptions, 'fallPastDue' | 'changePayment'>;
  suspensions: SuspensionService;
  charging: Charging;
  mail: DunningMail;
  settings: DunningSettings;
}

export type DunningService = ReturnType<typeof createDunningService>;

/** What becomes of invoices that are not paid. */
export function createDunningService(deps: Dependencies) {
  const { invoices, subscriptions, suspensions, charging, mail, settings } = deps;

  /**
   * Its due day has come: it is charged where the customer left a way to, and overdue once that has failed or there is none.
   * Says what was done.
   */
  function* fallDue(accountId: number, invoiceId: number, at: number): Query<string[]> {
    // A change of plan that is not paid lapses; nobody is pursued for it.
    if (yield* subscriptions.changePayment.isAwaited(accountId, invoiceId)) return [];
    if (yield* charging.isUnderWay(accountId, invoiceId)) return [];
    const { status, number } = yield* invoices.find(accountId, invoiceId);
    if (status === 'unpaid' && (yield* charge(accountId, invoiceId, 0, at))) return [`Invoice ${number} is charged.`];
    const overdue = yield* fallOverdue(accountId, invoiceId, at);
    return overdue ? [`Invoice ${overdue.number} is overdue.`] : [];
  }

  /** Undefined where it is not unpaid any more. Its customer's programs are told once, also when it is overdue once more. */
  function* fallOverdue(accountId: number, invoiceId: number, at: number): Query<Invoice | undefined> {
    const invoice = yield* invoices.expire(accountId, invoiceId, at);
    if (!invoice) return undefined;
    for (const id of subscriptionsOf(invoice)) yield* subscriptions.fallPastDue(accountId, id);
    yield* store.openDunning(accountId, invoiceId, Date.parse(invoice.due_at), at);
    if (yield* claimEffect(accountId, `invoice ${invoiceId} overdue`, at)) {
      yield* emit({ accountId, type: 'payment.overdue', data: invoice, now: at });
    }
    return invoice;
  }

  /** Whatever the time has come for: another charge, a reminder, the warning, the suspension. Says what was done. */
  function* pursue(accountId: number, invoiceId: number, at: number): Query<string[]> {
    const row = yield* store.findDunning(accountId, invoiceId);
    if (!row || row.next_at === null || row.next_at > at) return [];
    const invoice = yield* invoices.find(accountId, invoiceId);
    if (invoice.status !== 'overdue') {
      yield* store.changeDunning(accountId, invoiceId, { ...row, next_at: null });
      return yield* suspensions.release(accountId, invoiceId, at);
    }
    const charged = yield* retry(accountId, invoice, row.due_at, at);
    const isBlocked = charged || (yield* isProtected(accountId, at));
    const isEnough = invoice.amount_due >= settings.suspendMinAmount;
    const done = charged ? [`Invoice ${invoice.number} is charged again.`] : [];
    const isSuspended = row.suspended_at !== null;
    const state = { suspend_at: row.suspend_at, suspended_at: row.suspended_at };
    const isReminded = yield* claimReminders(accountId, invoiceId, row.due_at, at);

    if (isEnough && !isSuspended && row.suspend_at === null && !isBlocked && warnAt(row.due_at, settings) <= at) {
      state.suspend_at = suspensionDay(row.due_at, settings, at);
      yield* mail.warn(accountId, invoice, state.suspend_at);
      done.push(`Invoice ${invoice.number}: the customer is told the day of the suspension.`);
    } else if (isReminded && !charged) {
      yield* mail.remind(accountId, invoice, at);
      done.push(`Invoice ${invoice.number}: the customer is reminded.`);
    }
    if (!isSuspended && row.suspend_at !== null && row.suspend_at <= at) {
      // The day that was told passes without it: another day will be told.
      if (isBlocked || !isEnough) state.suspend_at = null;
      else {
        state.suspended_at = at;
        done.push(...(yield* suspend(accountId, invoice, at)));
      }
    }
    const progress = { dueAt: row.due_at, suspendAt: state.suspend_at, isSuspended: state.suspended_at !== null };
    const next_at = nextLook({ ...progress, isEnough }, settings, at);
    yield* store.changeDunning(accountId, invoiceId, { ...state, next_at });
    return done;
  }

  /** On days 1, 3, 5 and 7; of several that have passed at once only the last. */
  function* retry(accountId: number, { id }: Invoice, dueAt: number, at: number): Query<boolean> {
    const attempt = passed(RETRY_DAYS, dueAt, at).length;
    return attempt > 0 && (yield* charge(accountId, id, attempt, at));
  }

  /** Each attempt once; none by a card that was declined for good. */
  function* charge(accountId: number, invoiceId: number, attempt: number, at: number): Query<boolean> {
    if (!(yield* claimEffect(accountId, `invoice ${invoiceId} charge ${attempt}`, at))) return false;
    return (yield* charging.charge(accountId, invoiceId, attempt, at)) !== undefined;
  }

  /** Each once; of several that have passed at once one mail tells. */
  function* claimReminders(accountId: number, invoiceId: number, dueAt: number, at: number): Query<boolean> {
    let isNew = false;
    for (const day of passed(REMINDER_DAYS, dueAt, at)) {
      if (yield* claimEffect(accountId, `invoice ${invoiceId} reminder ${day}`, at)) isNew = true;
    }
    return isNew;
  }

  /** Nobody is suspended while a payment is under way or disputed, or staff has said to wait. */
  function* isProtected(accountId: number, at: number): Query<boolean> {
    const { hold_until } = yield* findProfile(accountId);
    return (hold_until !== null && hold_until > at) || (yield* charging.isUnsettled(accountId));
  }

  function* suspend(accountId: number, invoice: Invoice, at: number): Query<string[]> {
    const done: string[] = [];
    for (const id of subscriptionsOf(invoice)) done.push(...(yield* suspensions.suspend(accountId, invoice, id, at)));
    if (done.length > 0) yield* mail.tellOfSuspension(accountId, invoice, at);
    return done;
  }

  /** A payment was taken back: it is overdue once more, and everything begins anew, but for what was told. */
  function* reopen(accountId: number, invoiceId: number, at: number): Query<void> {
    const invoice = yield* invoices.find(accountId, invoiceId);
    if (invoice.status !== 'overdue') return;
    for (const id of subscriptionsOf(invoice)) yield* subscriptions.fallPastDue(accountId, id);
    yield* store.openDunning(accountId, invoiceId, Date.parse(invoice.due_at), at);
  }

  return { fallDue, fallOverdue, pursue, reopen, isProtected };
}

function subscriptionsOf({ items }: Invoice): Set<number> {
  return new Set(items.flatMap(({ subscription_id }) => subscription_id ?? []));
}
