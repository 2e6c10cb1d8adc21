import type { Query } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import { emit } from '#kernel/events/emit.ts';
import type { Invoice, InvoiceService } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import { claimEffect } from '../effects/store.ts';
import type { Done } from '../run/step.ts';
import type { SuspensionService } from '../suspensions/service.ts';
import type { DunningMail } from './mail.ts';
import {
  type DunningSettings,
  nextCheckAt,
  passed,
  REMINDER_DAYS,
  RETRY_DAYS,
  suspensionDay,
  warnAt,
} from './schedule.ts';
import * as store from './store.ts';

/** The part of payments that dunning needs. */
export interface Charging {
  /** Starts to charge an invoice to the saved payment method. Returns undefined if that is impossible. */
  charge(accountId: number, invoiceId: number, attempt: number, at: number): Query<object | undefined>;
  /** Charges an invoice immediately after it was issued. */
  chargeOrder(accountId: number, invoiceId: number, at: number): Query<void>;
  /** Returns whether a payment for this invoice is in progress. */
  isUnderWay(accountId: number, invoiceId: number): Query<boolean>;
  /** Returns whether a payment of the account is in progress or disputed. */
  isUnsettled(accountId: number): Query<boolean>;
}

interface Dependencies {
  invoices: Pick<InvoiceService, 'find' | 'expire'>;
  subscriptions: Pick<Subscriptions, 'fallPastDue' | 'changePayment'>;
  suspensions: SuspensionService;
  charging: Charging;
  mail: DunningMail;
  settings: DunningSettings & { readonly timeZone: string };
}

export type DunningService = ReturnType<typeof createDunningService>;

/** Pursues unpaid invoices: charges, reminders, warnings and suspensions. */
export function createDunningService(deps: Dependencies) {
  const { invoices, subscriptions, suspensions, charging, mail, settings } = deps;
  const day = (at: string) => dayIn(settings.timeZone, Date.parse(at));

  /**
   * Handles an invoice on its due day. Charges it if the customer has a saved payment method. Without one, or after a
   * failed charge, the invoice becomes overdue. Returns each action.
   */
  function* fallDue(accountId: number, invoiceId: number, at: number): Query<Done[]> {
    // An unpaid change of plan lapses and is not pursued.
    if (yield* subscriptions.changePayment.isAwaited(accountId, invoiceId)) return [];
    if (yield* charging.isUnderWay(accountId, invoiceId)) return [];
    const invoice = yield* invoices.find(accountId, invoiceId);
    const reason = `It is due on ${day(invoice.due_at)}`;
    if (invoice.status === 'unpaid' && (yield* charge(accountId, invoiceId, 0, at))) {
      return [tell(invoice, ' is charged.', `${reason}, and the customer has a saved payment method.`)];
    }
    const overdue = yield* fallOverdue(accountId, invoiceId, at);
    return overdue ? [tell(overdue, ' is overdue.', `${reason} and not paid.`)] : [];
  }

  /**
   * Marks an invoice as overdue. Returns undefined if it is no longer unpaid. Emits `payment.overdue` only once per
   * invoice, even if it becomes overdue again.
   */
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

  /**
   * Takes the dunning steps that are due: charge, reminder, warning, suspension. Returns each action.
   */
  function* pursue(accountId: number, invoiceId: number, at: number): Query<Done[]> {
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
    const since = `Overdue since ${day(invoice.due_at)}`;
    const done = charged ? [tell(invoice, ' is charged again.', `${since}: the saved payment method is retried.`)] : [];
    const isSuspended = row.suspended_at !== null;
    const state = { suspend_at: row.suspend_at, suspended_at: row.suspended_at };
    const isReminded = yield* claimReminders(accountId, invoiceId, row.due_at, at);

    if (isEnough && !isSuspended && row.suspend_at === null && !isBlocked && warnAt(row.due_at, settings) <= at) {
      state.suspend_at = suspensionDay(row.due_at, settings, at);
      yield* mail.warn(accountId, invoice, state.suspend_at);
      const announced = `${since}: the service is suspended on ${dayIn(settings.timeZone, state.suspend_at)}.`;
      done.push(tell(invoice, ': the customer is told the day of the suspension.', announced));
    } else if (isReminded && !charged) {
      yield* mail.remind(accountId, invoice, at);
      const days = passed(REMINDER_DAYS, row.due_at, at).at(-1);
      done.push(tell(invoice, ': the customer is reminded.', `${since}: reminder of day ${days}.`));
    }
    if (!isSuspended && row.suspend_at !== null && row.suspend_at <= at) {
      // The announced day passes without a suspension. A later warning names another day.
      if (isBlocked || !isEnough) state.suspend_at = null;
      else {
        state.suspended_at = at;
        done.push(...(yield* suspend(accountId, invoice, at)));
      }
    }
    const progress = { dueAt: row.due_at, suspendAt: state.suspend_at, isSuspended: state.suspended_at !== null };
    const next_at = nextCheckAt({ ...progress, isEnough }, settings, at);
    yield* store.changeDunning(accountId, invoiceId, { ...state, next_at });
    return done;
  }

  /** Charges again on days 1, 3, 5 and 7. If several of these have passed, only the last is tried. */
  function* retry(accountId: number, { id }: Invoice, dueAt: number, at: number): Query<boolean> {
    const attempt = passed(RETRY_DAYS, dueAt, at).length;
    return attempt > 0 && (yield* charge(accountId, id, attempt, at));
  }

  /** Makes each attempt once. Returns false if it was made before or the invoice cannot be charged. */
  function* charge(accountId: number, invoiceId: number, attempt: number, at: number): Query<boolean> {
    if (!(yield* claimEffect(accountId, `invoice ${invoiceId} charge ${attempt}`, at))) return false;
    return (yield* charging.charge(accountId, invoiceId, attempt, at)) !== undefined;
  }

  /** Claims each reminder once. Several that are due at the same time are sent as one mail. */
  function* claimReminders(accountId: number, invoiceId: number, dueAt: number, at: number): Query<boolean> {
    let isNew = false;
    for (const day of passed(REMINDER_DAYS, dueAt, at)) {
      if (yield* claimEffect(accountId, `invoice ${invoiceId} reminder ${day}`, at)) isNew = true;
    }
    return isNew;
  }

  /** Prevents suspension while a payment is in progress or disputed, or until the date set by staff. */
  function* isProtected(accountId: number, at: number): Query<boolean> {
    const { hold_until } = yield* findProfile(accountId);
    return (hold_until !== null && hold_until > at) || (yield* charging.isUnsettled(accountId));
  }

  function* suspend(accountId: number, invoice: Invoice, at: number): Query<Done[]> {
    const done: Done[] = [];
    for (const id of subscriptionsOf(invoice)) done.push(...(yield* suspensions.suspend(accountId, invoice, id, at)));
    if (done.length > 0) yield* mail.tellOfSuspension(accountId, invoice, at);
    return done;
  }

  /** Restarts dunning after a payment was reversed. Reminders already sent are not repeated. */
  function* reopen(accountId: number, invoiceId: number, at: number): Query<void> {
    const invoice = yield* invoices.find(accountId, invoiceId);
    if (invoice.status !== 'overdue') return;
    for (const id of subscriptionsOf(invoice)) yield* subscriptions.fallPastDue(accountId, id);
    yield* store.openDunning(accountId, invoiceId, Date.parse(invoice.due_at), at);
  }

  return { fallDue, fallOverdue, pursue, reopen, isProtected };
}

function tell({ number, amount_due: amount, currency }: Invoice, action: string, reason: string): Done {
  return { what: `Invoice ${number}${action}`, reason, amount, currency };
}

function subscriptionsOf({ items }: Invoice): Set<number> {
  return new Set(items.flatMap(({ subscription_id }) => subscription_id ?? []));
}
