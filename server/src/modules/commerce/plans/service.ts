import type { VpsBounds } from '../../../engines/vps/driver.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { BillingPeriod, PlanPrice } from './schemas.ts';
import * as store from './store.ts';

export { returnStock, takeStock } from './store.ts';

/** What can be bought, in one of its versions, as other modules know it. */
export interface Plan
  extends Omit<store.PlanRow, 'bounds' | 'created_at' | 'images' | 'prices' | 'tax_included'>,
    store.FirstPrice {
  /** All that its servers may be made from, the usual one first. */
  readonly images: readonly string[];
  readonly bounds: VpsBounds;
  /** Whether the prices hold the tax, so that the customer pays exactly what is shown. */
  readonly tax_included: boolean;
  /** At least one. The first is also told as `price`, `currency` and `billing_period`. */
  readonly prices: readonly PlanPrice[];
}

/** As it is sold now; by id where the text is a number, which a name never is, else by name. */
export function* findPlan(idOrName: string): Query<Plan | undefined> {
  const row = yield* store.findPlan(idOrName);
  return row && readPlan(row);
}

/** As it was sold to somebody. */
export function* findPlanVersion(versionId: number): Query<Plan | undefined> {
  const row = yield* store.findVersion(versionId);
  return row && readPlan(row);
}

/** What customers may order, in the order it was made. */
export function* listOffers(): Query<Plan[]> {
  return (yield* store.listPublicPlans()).map(readPlan);
}

/** In which something is sold to customers. */
export function* listCurrencies(): Query<string[]> {
  const offers = yield* listOffers();
  return [...new Set(offers.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort();
}

/** In this currency and rhythm, where it is sold so. */
export function priceOf(plan: Plan, currency: string, period: BillingPeriod): PlanPrice | undefined {
  return plan.prices.find((price) => price.currency === currency && price.period === period);
}

export function readPlan({ bounds, created_at: _, images, prices: text, tax_included, ...row }: store.PlanRow): Plan {
  const prices = JSON.parse(text) as PlanPrice[];
  return {
    ...row,
    images: images === null ? [row.image] : JSON.parse(images),
    bounds: JSON.parse(bounds),
    tax_included: tax_included === 1,
    prices,
    ...firstOf(prices),
  };
}

/** Every plan has a price; see terms.ts. */
export function firstOf([first]: readonly PlanPrice[]): store.FirstPrice {
  if (!first) throw new Error('A plan has no price.');
  const { price, currency, period: billing_period } = first;
  return { price, currency, billing_period };
}
