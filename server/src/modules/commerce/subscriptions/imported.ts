import type { Query } from '@hostler/database';
import { emit } from '#kernel/events/emit.ts';
import { DAY } from '#kernel/time.ts';
import type { Plan } from '../plans/index.ts';
import { findProfile, fixCurrency } from '../profiles/index.ts';
import type { LinkService } from './links/service.ts';
import { type AdvancePeriod, periodStartOf } from './periods/period.ts';
import type { SubscriptionSettings } from './settings.ts';
import * as store from './store.ts';
import { makeTerms } from './terms.ts';
import { viewSubscription } from './view.ts';

/** A subscription that was sold in another system. */
interface SoldSubscription {
  readonly plan: Plan;
  readonly price: number;
  readonly currency: string;
  readonly period: AdvancePeriod;
  /** When the next period begins. All later periods are counted from here. */
  readonly paid_until: number;
  /** Defaults to the name of the plan. */
  readonly name: string | null;
  /** Server of the account that it pays for. */
  readonly hosting_id?: number | undefined;
}

export type ImportedSubscriptions = ReturnType<typeof createImportedSubscriptions>;

interface Dependencies {
  settings: SubscriptionSettings;
  links: Pick<LinkService, 'link'>;
}

export function createImportedSubscriptions({ settings, links }: Dependencies) {
  /**
   * Creates an active subscription in its paid period, at the price it was sold for. Nothing is invoiced for that
   * period. The next one is invoiced as usual.
   */
  function* importSold(accountId: number, sold: SoldSubscription, now: number): Query<store.SubscriptionRow> {
    const { plan, price, currency, period, paid_until } = sold;
    const { currency: fixed } = yield* findProfile(accountId);
    if (fixed === null) yield* fixCurrency(accountId, currency, now);
    const rhythm = { anchor: paid_until, period, zone: settings.timeZone };
    const made = yield* store.insertSubscription(accountId, {
      ...makeTerms(plan, { price, period, currency, setup_fee: 0, monthly_cap: null }),
      name: sold.name ?? plan.name,
      status: 'active',
      currency,
      setup_fee: 0,
      anchor_at: paid_until,
      current_period_start: periodStartOf(rhythm, paid_until),
      current_period_end: paid_until,
      next_bill_at: paid_until - settings.renewDaysBefore * DAY,
      trial_ends_at: null,
      coupon_id: null,
      coupon: null,
      coupon_periods_left: null,
      ordered: null,
      by_staff: 1,
      review_since: null,
      pending_until: null,
      created_at: now,
    });
    const billed = (yield* store.changeSubscription(accountId, made, { billed_price: price })) ?? made;
    const { hosting_id } = sold;
    const row = hosting_id === undefined ? billed : yield* links.link(accountId, billed.id, hosting_id, now);
    yield* emit({ accountId, type: 'subscription.created', data: viewSubscription(row), now });
    return row;
  }

  return { importSold };
}
