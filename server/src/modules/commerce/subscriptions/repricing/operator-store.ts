import { type Query, sql } from '@hostler/database';
import type { BillingPeriod } from '../../plans/index.ts';
import { type SubscriptionRow, subscriptions } from '../store.ts';
import type { WithoutConsent } from './schemas.ts';
import { type NoticeRow, type OwnedNotice, type PriceChangeRow, priceChanges, priceNotices } from './store.ts';

export type OwnedSubscription = SubscriptionRow & { account_id: number };

interface Sold {
  readonly plan_id: number;
  readonly currency: string;
  readonly billing_period: BillingPeriod;
}

const OF_PLAN = sql<Sold & { account_id: number; id: number; limit: number }, OwnedSubscription>(
  `select account_id, ${subscriptions.columns} from subscriptions
   where plan_id = :plan_id and (account_id, id) > (:account_id, :id) and currency = :currency
     and billing_period = :billing_period and status in ('active', 'past_due', 'suspended')
   order by account_id, id limit :limit`,
);
const FIND_CHANGE = sql<Sold & { from_at: number }, PriceChangeRow>(
  `select ${priceChanges.columns} from price_changes where plan_id = :plan_id and billing_period = :billing_period
     and currency = :currency and from_at = :from_at`,
);
const SET_WITHOUT_CONSENT = sql<{ id: number; without_consent: WithoutConsent }>(
  'update price_changes set without_consent = :without_consent where id = :id',
);
const CHANGES = sql<object, PriceChangeRow>(
  `select ${priceChanges.columns} from price_changes order by id desc limit 100`,
);
const COUNTS = sql<{ id: number }, { status: string; count: number }>(
  `select status, cast(count(*) as bigint) as count from price_notices where price_change_id = :id group by status`,
);
const OF_SUBSCRIPTION = sql<{ account_id: number; subscription_id: number }, NoticeRow>(
  `select ${priceNotices.columns} from price_notices
   where account_id = :account_id and subscription_id = :subscription_id order by id desc limit 20`,
);
const OF_CHANGE = sql<{ price_change_id: number; id: number; limit: number }, OwnedNotice>(
  `select account_id, ${priceNotices.columns} from price_notices
   where price_change_id = :price_change_id and id > :id order by id limit :limit`,
);
const TO_DECIDE = sql<{ at: number; time: number; id: number; limit: number }, OwnedNotice>(
  `select account_id, ${priceNotices.columns} from price_notices
   where decide_at is not null and decide_at <= :at and (decide_at, id) > (:time, :id) order by decide_at, id limit :limit`,
);
const UNSENT = sql<{ id: number; limit: number }, OwnedNotice>(
  `select account_id, ${priceNotices.columns} from price_notices
   where sent_at is null and status in ('announced', 'agreed') and id > :id order by id limit :limit`,
);
const NOTE_SENT = sql<{ account_id: number; id: number; sent_at: number }>(
  'update price_notices set sent_at = :sent_at where account_id = :account_id and id = :id',
);
/** Lists subscriptions of all customers, ordered by account. */
export function listOfPlan(sold: Sold, after: { account_id: number; id: number }, limit: number) {
  const { plan_id, currency, billing_period } = sold;
  return OF_PLAN.all({ plan_id, currency, billing_period, account_id: after.account_id, id: after.id, limit });
}

export function findSameChange(sold: Sold & { from_at: number }): Query<PriceChangeRow | undefined> {
  const { plan_id, currency, billing_period, from_at } = sold;
  return FIND_CHANGE.one({ plan_id, currency, billing_period, from_at });
}

export function* setWithoutConsent(id: number, without_consent: WithoutConsent): Query<void> {
  yield* SET_WITHOUT_CONSENT.run({ id, without_consent });
}

/** Lists the newest 100. */
export function listChanges(): Query<PriceChangeRow[]> {
  return CHANGES.all({});
}

export function countNotices(id: number): Query<{ status: string; count: number }[]> {
  return COUNTS.all({ id });
}

export function listNoticesOfSubscription(accountId: number, subscription_id: number): Query<NoticeRow[]> {
  return OF_SUBSCRIPTION.all({ account_id: accountId, subscription_id });
}

export function listNoticesOfChange(price_change_id: number, id: number, limit: number): Query<OwnedNotice[]> {
  return OF_CHANGE.all({ price_change_id, id, limit });
}

export function listToDecide(at: number, after: { time: number; id: number }, limit: number): Query<OwnedNotice[]> {
  return TO_DECIDE.all({ at, time: after.time, id: after.id, limit });
}

export function listUnsent(id: number, limit: number): Query<OwnedNotice[]> {
  return UNSENT.all({ id, limit });
}

export function* noteSent(accountId: number, id: number, sent_at: number): Query<void> {
  yield* NOTE_SENT.run({ account_id: accountId, id, sent_at });
}
