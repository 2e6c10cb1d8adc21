import type { Query } from '@hostler/database';
import type { VpsBounds } from '#engines/vps/driver.ts';
import { listListed, pickUsable } from '../../resources/hosting/index.ts';
import type { ExtraAddresses } from './extra-addresses.ts';
import type { BillingPeriod, PlanPrice } from './schemas.ts';
import * as store from './store.ts';

export { returnStock, takeStock } from './store.ts';

/** A plan in one of its versions, as other modules see it. */
export interface Plan
  extends Omit<store.PlanRow, 'bounds' | 'created_at' | 'extra_addresses' | 'images' | 'prices' | 'tax_included'>,
    store.FirstPrice {
  /** Images that a server can be created from. The default is first. */
  readonly images: readonly string[];
  readonly bounds: VpsBounds;
  /** Null if customers can add none. */
  readonly extra_addresses: ExtraAddresses | null;
  /** If true, prices include tax, so the customer pays exactly the amount shown. */
  readonly tax_included: boolean;
  /** Holds at least one price. `price`, `currency` and `billing_period` repeat the first. */
  readonly prices: readonly PlanPrice[];
}

/**
 * Returns the current version of a plan. A number is looked up as an id, other text as a name; names are never numbers.
 */
export function* findPlan(idOrName: string): Query<Plan | undefined> {
  const row = yield* store.findPlan(idOrName);
  return row && readPlan(row);
}

/** Returns a plan in the version that was sold. */
export function* findPlanVersion(versionId: number): Query<Plan | undefined> {
  const row = yield* store.findVersion(versionId);
  return row && readPlan(row);
}

/** Returns the plans that customers can order, in order of creation. */
export function* listOffers(): Query<Plan[]> {
  const listed = yield* listListed();
  const plans = (yield* store.listPublicPlans()).map(readPlan);
  return plans.map((plan) => ({ ...plan, images: pickUsable(plan.images, plan, listed) }));
}

/** Returns the images of the plans that customers can order. */
export function* listPlanImages(): Query<string[]> {
  return (yield* store.listPublicPlans()).flatMap((row) => readPlan(row).images);
}

/** Returns the currencies of all public plans. */
export function* listCurrencies(): Query<string[]> {
  const offers = yield* listOffers();
  return [...new Set(offers.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort();
}

/** Returns the price for a currency and billing period, or undefined if the plan is not sold so. */
export function priceOf(plan: Plan, currency: string, period: BillingPeriod): PlanPrice | undefined {
  return plan.prices.find((price) => price.currency === currency && price.period === period);
}

export function readPlan(stored: store.PlanRow): Plan {
  const { bounds, created_at: _, extra_addresses, images, prices: text, tax_included, ...row } = stored;
  const prices = JSON.parse(text) as PlanPrice[];
  return {
    ...row,
    images: images === null ? [row.image] : JSON.parse(images),
    bounds: JSON.parse(bounds),
    extra_addresses: extra_addresses === null ? null : JSON.parse(extra_addresses),
    tax_included: tax_included === 1,
    prices,
    ...firstOf(prices),
  };
}

/** Returns the first price. Every plan has one; see terms.ts. */
export function firstOf([first]: readonly PlanPrice[]): store.FirstPrice {
  if (!first) throw new Error('A plan has no price.');
  const { price, currency, period: billing_period } = first;
  return { price, currency, billing_period };
}
