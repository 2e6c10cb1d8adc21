import type { Page, PageRequest, Query } from '@hostler/database';
import { emit } from '#kernel/events/emit.ts';
import { DAY } from '#kernel/time.ts';
import { canBeSuspended, type Servers } from '../../resources/hosting/index.ts';
import { type Invoice, type InvoiceService, reasons } from '../invoices/index.ts';
import { change, findRow } from './change.ts';
import { returnWaiting } from './changes/apply.ts';
import type { ChangePaymentService } from './changes/payment-service.ts';
import { errors } from './errors.ts';
import type { CancellationService } from './orders/cancellation.ts';
import type { RenewalService } from './renewals/service.ts';
import { refuseEndedByPrice } from './repricing/service.ts';
import type { SubscriptionSettings } from './settings.ts';
import * as store from './store.ts';
import { isNextBilled } from './terms.ts';
import type { UsageService } from './usage/service.ts';
import { viewSubscription } from './view.ts';

const CANCELLED = { cause: 'staff', reason: 'The subscription was cancelled.' } as const;
const TAKEN_BACK = reasons.periodTakenBack.template;

interface Dependencies {
  servers: Pick<Servers, 'find' | 'suspend'>;
  invoices: InvoiceService;
  orders: Pick<CancellationService, 'cancelOrder'>;
  changePayment: Pick<ChangePaymentService, 'endWithSubscription'>;
  renewals: Pick<RenewalService, 'takeBackUnbegun' | 'issueAll'>;
  usage: Pick<UsageService, 'stop' | 'billUsage'>;
  settings: SubscriptionSettings;
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

export function createSubscriptionService(dependencies: Dependencies) {
  const { servers, invoices, orders, changePayment, renewals, usage, settings } = dependencies;

  function list(accountId: number, page: PageRequest): Query<Page<store.SubscriptionRow>> {
    return store.listSubscriptions(accountId, page);
  }

  function* listInvoices(accountId: number, id: number, page: PageRequest): Query<Page<Invoice>> {
    yield* findRow(accountId, id);
    return yield* invoices.listOf(accountId, id, page);
  }

  /** Cancels a subscription now, or at the end of the paid period. A pending order is cancelled completely. */
  function* cancel(accountId: number, id: number, immediately: boolean, now: number): Query<store.SubscriptionRow> {
    const order = yield* orders.cancelOrder(accountId, id, now);
    if (order) return order;
    const row = yield* findRow(accountId, id);
    refuseCancelled(row);
    yield* changePayment.endWithSubscription(accountId, row, now);
    yield* renewals.takeBackUnbegun(accountId, id, TAKEN_BACK, now);
    const before = yield* findRow(accountId, id);
    if (immediately || !isNextBilled(before)) yield* returnWaiting(before);
    if (immediately) return (yield* finish(accountId, id, now, () => true)) ?? (yield* findRow(accountId, id));
    yield* change(accountId, id, (row) => {
      refuseCancelled(row);
      return {
        cancel_requested_at: row.cancel_requested_at ?? now,
        ends_at: row.ends_at ?? row.current_period_end,
        // Hourly usage is billed to the end.
        next_bill_at: row.billing_period === 'hourly' ? row.next_bill_at : null,
        ...(isNextBilled(row) ? {} : { next_terms: null, change_at: null }),
      };
    });
    return yield* findRow(accountId, id);
  }

  /**
   * Refuses a cancellation by the customer that takes effect now while the VPS is protected. A cancellation for the end
   * of the period is a right of the customer and is always accepted.
   */
  function* refuseProtected(accountId: number, id: number, immediately: boolean): Query<void> {
    const { hosting_id, status } = yield* findRow(accountId, id);
    if (hosting_id === null || !(immediately || status === 'pending')) return;
    const server = yield* servers.find(accountId, hosting_id);
    if (!server.isProtected) return;
    throw errors.subscription_server_protected({ hostname: server.hostname });
  }

  /** Resumes a subscription that is set to cancel at the end of its period. Renewals continue as before. */
  function* resume(accountId: number, id: number): Query<store.SubscriptionRow> {
    yield* refuseEndedByPrice(accountId, id);
    const { hosting_id } = yield* findRow(accountId, id);
    const server = hosting_id === null ? undefined : yield* servers.find(accountId, hosting_id);
    if (server && !canBeSuspended(server)) throw errors.subscription_server_terminated();
    const resumed = yield* change(accountId, id, (row) => {
      refuseCancelled(row);
      if (row.cancel_requested_at === null) throw errors.subscription_not_cancelled();
      const isBilled = row.status !== 'suspended' || settings.invoiceWhileSuspended;
      return {
        cancel_requested_at: null,
        ends_at: null,
        next_bill_at: isBilled ? nextBillOf(row) : row.next_bill_at,
      };
    });
    return resumed?.after ?? (yield* findRow(accountId, id));
  }

  function nextBillOf(row: store.SubscriptionRow): number {
    const end = row.current_period_end;
    const isTrial = row.trial_ends_at === end;
    return row.billing_period === 'hourly' || isTrial ? end : end - settings.renewDaysBefore * DAY;
  }

  /** Ends a subscription whose end date has passed. Returns false if it has none. */
  function* end(accountId: number, id: number, at: number): Query<boolean> {
    const ended = yield* finish(accountId, id, at, ({ ends_at }) => ends_at !== null && ends_at <= at);
    return ended !== undefined;
  }

  /** Cancels a subscription. Its VPS is suspended and not deleted: the data on its disk belongs to the customer. */
  function* finish(
    accountId: number,
    id: number,
    at: number,
    isToEnd: (row: store.SubscriptionRow) => boolean,
  ): Query<store.SubscriptionRow | undefined> {
    const ended = yield* change(accountId, id, (row) => {
      if (row.status === 'cancelled' || !isToEnd(row)) return undefined;
      return {
        status: 'cancelled',
        cancel_requested_at: null,
        cancelled_at: at,
        ends_at: null,
        next_terms: null,
        change_at: null,
        next_bill_at: row.billing_period === 'hourly' ? row.next_bill_at : null,
      };
    });
    if (!ended) return undefined;
    if (ended.after.billing_period === 'hourly') yield* billLastHours(accountId, ended.before, at);
    const row = yield* findRow(accountId, id);
    yield* emit({ accountId, type: 'subscription.cancelled', data: viewSubscription(row), now: at });
    if (row.hosting_id !== null) {
      const server = yield* servers.find(accountId, row.hosting_id);
      if (canBeSuspended(server)) yield* servers.suspend(accountId, server.id, CANCELLED, at);
    }
    return row;
  }

  /** Bills the last hours. If an end date was set, hours count up to it, however late this runs. */
  function* billLastHours(accountId: number, { id, ends_at }: store.SubscriptionRow, at: number): Query<void> {
    yield* usage.stop(accountId, id, Math.min(ends_at ?? at, at));
    const dueDays = new Set<number>();
    for (let billed = yield* usage.billUsage(accountId, id, at); billed; ) {
      dueDays.add(billed.dueAt);
      billed = yield* usage.billUsage(accountId, id, at);
    }
    yield* renewals.issueAll(new Map([[accountId, dueDays]]), at);
  }

  return { list, find: findRow, listInvoices, cancel, refuseProtected, resume, end };
}

function refuseCancelled({ status }: store.SubscriptionRow): void {
  if (status === 'cancelled') throw errors.subscription_already_cancelled();
}
