import type { Query } from '@hostler/database';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Servers } from '../../../resources/hosting/index.ts';
import { change, findRow } from '../change.ts';
import { extendFirstPeriod } from '../periods/extend.ts';
import type { AdvancePeriod } from '../periods/period.ts';
import type { SubscriptionSettings } from '../settings.ts';
import type * as store from '../store.ts';
import type { UsageService } from '../usage/service.ts';
import { errors } from './errors.ts';

const FIRST_PAUSE_MS = 5 * MINUTE;
const LONGEST_PAUSE_MS = 6 * HOUR;

/** State of a subscription without an open delivery, so that nothing is retried or cancelled. */
export const DELIVERED = {
  deliver_by: null,
  retry_at: null,
  pending_reason: null,
  delivery_failure: null,
  delivery_attempts: 0,
  failure_reported_at: null,
} as const;

interface Dependencies {
  servers: Pick<Servers, 'find' | 'retryCreation'>;
  usage: Pick<UsageService, 'begin' | 'monthAround'>;
  settings: SubscriptionSettings;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** Takes a paid order to its running server. Every step is idempotent. */
export function createDeliveryService({ servers, usage, settings }: Dependencies) {
  /** Activates a pending order when its server first runs, or if it has none. */
  function* begin(accountId: number, id: number, at: number): Query<boolean> {
    const begun = yield* change(accountId, id, (row) =>
      row.status === 'pending' ? { ...firstPeriodOf(row, at), ...DELIVERED, status: 'active' } : undefined,
    );
    if (!begun) return false;
    const { after } = begun;
    if (after.billing_period === 'hourly') yield* usage.begin(accountId, id, after, after.trial_ends_at ?? at);
    return true;
  }

  /**
   * Hourly usage starts with the first run. A first period and a trial are extended by the time that the customer
   * waited.
   */
  function firstPeriodOf(row: store.SubscriptionRow, at: number): Partial<store.SubscriptionState> {
    const wait = row.hosting_id === null ? 0 : Math.max(0, at - row.current_period_start);
    const trial_ends_at = row.trial_ends_at === null ? null : row.trial_ends_at + wait;
    if (row.billing_period === 'hourly') {
      const { end } = usage.monthAround(at);
      return { current_period_start: at, current_period_end: end, next_bill_at: end, trial_ends_at };
    }
    const period = row.billing_period as AdvancePeriod;
    const first = { anchor: row.anchor_at, start: row.current_period_start, end: row.current_period_end };
    const { anchor, end } = wait === 0 ? first : extendFirstPeriod(first, at, { period, zone: settings.timeZone });
    const next_bill_at = trial_ends_at === null ? end - settings.renewDaysBefore * DAY : end;
    return { anchor_at: anchor, current_period_end: end, next_bill_at, trial_ends_at };
  }

  /** Schedules the next attempt. Returns false, without a retry, if the subscription is not a pending order. */
  function* noteFailure(accountId: number, id: number, failure: string, at: number): Query<boolean> {
    const noted = yield* change(accountId, id, (row) => {
      if (row.status !== 'pending') return undefined;
      const delivery_attempts = row.delivery_attempts + 1;
      return { delivery_attempts, delivery_failure: failure, retry_at: at + pauseAfter(delivery_attempts) };
    });
    return noted !== undefined;
  }

  /** Requests the server from the engine again. */
  function* retry(accountId: number, id: number, at: number): Query<boolean> {
    const row = yield* findRow(accountId, id);
    if (row.status !== 'pending' || row.hosting_id === null) return false;
    const isQueued = yield* servers.retryCreation(accountId, row.hosting_id, at);
    // If other work on the server is queued, try again later.
    yield* change(accountId, id, () => ({ retry_at: isQueued ? null : at + FIRST_PAUSE_MS }));
    return isQueued;
  }

  /** Schedules a later attempt after one that could not be queued. */
  function* postpone(accountId: number, id: number, at: number): Query<void> {
    yield* change(accountId, id, (row) =>
      row.status === 'pending' ? { retry_at: at + pauseAfter(row.delivery_attempts) } : undefined,
    );
  }

  /**
   * Follows a server whose result was recorded by a process without delivery support. During an upgrade, a worker of
   * the previous release may create it.
   */
  function* review(accountId: number, id: number, at: number): Query<void> {
    const row = yield* findRow(accountId, id);
    if (row.status !== 'pending' || row.hosting_id === null) return;
    const server = yield* servers.find(accountId, row.hosting_id);
    if (server.isCreated) yield* begin(accountId, id, at);
    else if (server.pending === null && row.retry_at === null) {
      yield* noteFailure(accountId, id, 'The server could not be created.', at);
    }
  }

  /** Retries a delivery for staff who have fixed the cause. */
  function* retryNow(accountId: number, id: number, at: number): Query<store.SubscriptionRow> {
    const row = yield* findRow(accountId, id);
    if (row.status !== 'pending') {
      throw errors.order_not_pending({ id, status: row.status });
    }
    if (row.review_since !== null) {
      throw errors.order_in_review({ id });
    }
    if (row.hosting_id === null) {
      throw errors.order_waits_for_payment({ id });
    }
    if (!(yield* retry(accountId, id, at))) {
      throw errors.order_server_being_created({ id });
    }
    return yield* findRow(accountId, id);
  }

  return { begin, noteFailure, retry, postpone, review, retryNow };
}

/** Returns 5, 10, 20 minutes and so on, up to 6 hours. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS);
}
