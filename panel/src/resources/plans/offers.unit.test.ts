import { expect, it } from 'vitest';
import { findPlan, findPrice, listPeriods } from './offers.ts';
import type { PlanPrice, ShopPlan } from './queries.ts';

function priced(period: PlanPrice['period'], currency: string): PlanPrice {
  const none = { monthly_cap: null, traffic_price: null, extra_address_price: null };
  return { period, currency, price: 990, setup_fee: 0, ...none, tax_included: true };
}

function plan(id: number, name: string, prices: PlanPrice[]): ShopPlan {
  const size = { vcpus: 1, memory_mb: 1024, disk_gb: 20, kind: 'container', images: ['debian/13'] } as const;
  const traffic = {
    traffic_included_gb: null,
    traffic_beyond: null,
    traffic_throttle_mbps: null,
    extra_addresses_max: 0,
  };
  return { id, name, version: 1, ...size, ...traffic, images: [...size.images], prices, trial_days: 0, in_stock: true };
}

const PLANS = [
  plan(1, 'small', [priced('monthly', 'EUR'), priced('hourly', 'EUR'), priced('monthly', 'USD')]),
  plan(2, 'large', [priced('yearly', 'EUR')]),
];

it('lists the billing periods in which plans are sold in a currency', () => {
  expect(listPeriods(PLANS, 'EUR')).toEqual(['monthly', 'yearly', 'hourly']);
  expect(listPeriods(PLANS, 'USD')).toEqual(['monthly']);
});

it('finds a plan by name or id, and its price only for a period and currency in which it is sold', () => {
  expect(findPlan(PLANS, 'large')).toBe(findPlan(PLANS, '2'));
  expect(findPlan(PLANS, 'gone')).toBeUndefined();
  expect(PLANS.map((one) => findPrice(one, 'USD', 'monthly')?.price)).toEqual([990, undefined]);
});
