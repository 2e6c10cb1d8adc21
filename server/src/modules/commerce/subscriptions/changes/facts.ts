import type { Query } from '@hostler/database';
import type { Servers } from '../../../resources/hosting/index.ts';
import { findCoupon } from '../../coupons/index.ts';
import type { InvoiceService } from '../../invoices/index.ts';
import { findPlanVersion, type Plan, type PlanPrice } from '../../plans/index.ts';
import { listBilledPeriods } from '../periods/billed.ts';
import type { SubscriptionSettings } from '../settings.ts';
import type { SubscriptionRow } from '../store.ts';
import type { Facts } from './decide.ts';
import { PREVIEW_HOLDS_MS } from './pending.ts';

interface Dependencies {
  servers: Pick<Servers, 'find'>;
  invoices: Pick<InvoiceService, 'taxRateOf' | 'findPeriodBefore' | 'listChargesUnder'>;
  settings: Pick<SubscriptionSettings, 'timeZone'>;
}

export type ReadFacts = ReturnType<typeof createFactsReader>;

/** Reads the facts that a change of plan depends on. */
export function createFactsReader({ servers, invoices, settings }: Dependencies) {
  return function* readFacts(
    accountId: number,
    row: SubscriptionRow,
    { plan, price }: { plan: Plan; price: PlanPrice },
    now: number,
  ): Query<Facts> {
    const current = row.plan_version_id === null ? undefined : yield* findPlanVersion(row.plan_version_id);
    const server = row.hosting_id === null ? undefined : yield* servers.find(accountId, row.hosting_id);
    const coupon = row.coupon_id === null ? undefined : yield* findCoupon(row.coupon_id);
    const taxRate = yield* invoices.taxRateOf(accountId, now);
    const zone = settings.timeZone;
    const isAdvance = row.billing_period !== 'hourly' && price.period !== 'hourly';
    const since = now - PREVIEW_HOLDS_MS;
    const billed = isAdvance ? yield* listBilledPeriods(accountId, row, since, { invoices, zone }) : [];
    return { row, plan, price, current, server, coupon, taxRate, billed, zone };
  };
}
