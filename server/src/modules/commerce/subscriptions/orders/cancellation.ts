import type { Query } from '@hostler/database';
import { emit } from '#kernel/events/emit.ts';
import type { Clock } from '#kernel/time.ts';
import { canBeSuspended, type Servers } from '../../../resources/hosting/index.ts';
import { returnCoupon } from '../../coupons/index.ts';
import { type InvoiceService, reasons } from '../../invoices/index.ts';
import { returnStock } from '../../plans/index.ts';
import { change, findRow } from '../change.ts';
import { keyOfPeriod } from '../lines.ts';
import type * as store from '../store.ts';
import { viewSubscription } from '../view.ts';
import { DELIVERED } from './delivery.ts';
import type { OrderReview } from './review.ts';

const CANCELLED: string = reasons.orderCancelled.template;
const UNDELIVERED = reasons.orderUndelivered.template;

interface Dependencies {
  clock: Clock;
  servers: Pick<Servers, 'find' | 'terminate'>;
  invoices: Pick<InvoiceService, 'takeBack'>;
  review: Pick<OrderReview, 'close'>;
  /** Returns whether the engine of the servers does not answer. */
  isEngineAway(): Query<boolean>;
}

export type CancellationService = ReturnType<typeof createCancellationService>;

/** Cancels orders, which are subscriptions with status `pending`, whether paid or not. */
export function createCancellationService({ clock, servers, invoices, review, isEngineAway }: Dependencies) {
  /** Cancels an order that was not paid in time. */
  function* cancelUnpaidOrder(accountId: number, id: number, at: number): Query<boolean> {
    const { status, pending_until } = yield* findRow(accountId, id);
    if (status !== 'pending' || pending_until === null) return false;
    return (yield* cancelOrder(accountId, id, at)) !== undefined;
  }

  /**
   * Cancels a paid order whose server does not run in time. Uses the real clock, even in `billing run --at` for a
   * future time. While the engine is away, the limit stands still; it is extended when the engine answers again.
   */
  function* cancelUndelivered(accountId: number, id: number, at: number): Query<boolean> {
    const { status, deliver_by } = yield* findRow(accountId, id);
    if (status !== 'pending' || deliver_by === null || deliver_by > Math.min(at, clock.now())) return false;
    if (yield* isEngineAway()) return false;
    return (yield* cancelOrder(accountId, id, at, UNDELIVERED)) !== undefined;
  }

  /**
   * Cancels an order: credits the invoice, refunds payments to their source and deletes a requested server. Returns
   * undefined and does nothing if the subscription is no longer an order.
   */
  function* cancelOrder(
    accountId: number,
    id: number,
    at: number,
    reason = CANCELLED,
  ): Query<store.SubscriptionRow | undefined> {
    const cancelled = yield* change(accountId, id, (row) => {
      if (row.status !== 'pending') return undefined;
      const over = { review_since: null, pending_until: null, activate_at: null, ordered: null };
      return { ...over, ...DELIVERED, status: 'cancelled', cancelled_at: at };
    });
    if (!cancelled) return undefined;
    const { before, after } = cancelled;
    if (before.review_since !== null) yield* review.close(accountId, id, at);
    const keys = [keyOfPeriod(id, after.current_period_start), `sub:${id}:setup`];
    const charged = { subscriptionId: id, keys };
    yield* invoices.takeBack(accountId, charged, { reason, evenPaid: true, refunds: true }, at);
    if (after.plan_id !== null) yield* returnStock(after.plan_id);
    if (after.coupon_id !== null) yield* returnCoupon(accountId, after.coupon_id);
    if (after.hosting_id !== null) {
      const server = yield* servers.find(accountId, after.hosting_id);
      if (canBeSuspended(server)) yield* servers.terminate(accountId, server.id, at);
    }
    yield* emit({ accountId, type: 'subscription.cancelled', data: viewSubscription(after), now: at });
    return after;
  }

  return { cancelUnpaidOrder, cancelUndelivered, cancelOrder };
}
