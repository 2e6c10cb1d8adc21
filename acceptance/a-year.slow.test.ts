import { beforeAll, describe, test } from 'vitest';
import { judge } from './year/judge.ts';
import { STORIES } from './year/stories.ts';
import { type Customer, DAY, openYear, type Year } from './year/year.ts';

/** 31 December before a leap year; the test covers thirteen months. */
const START = Date.parse('2027-12-31T10:30:00Z');
const END = Date.parse('2029-01-31T10:30:00Z');
/** Each story is played by several customers who join on different days of the month. */
const CUSTOMERS = 40;

let year: Year;
const customers: Customer[] = [];

beforeAll(async () => {
  year = await openYear(START);
  const { plans, coupons } = year.server.operator;
  const small = [
    { period: 'monthly', currency: 'EUR', price: 990 },
    { period: 'yearly', currency: 'EUR', price: 9_900 },
  ] as const;
  await plans.create({ name: 'Small', prices: small });
  await plans.create({ name: 'Medium', price: 1_990, memory_mb: 2048 });
  await plans.create({
    name: 'Large',
    disk_gb: 40,
    prices: [{ period: 'monthly', currency: 'EUR', price: 2_999, setup_fee: 500 }],
  });
  await plans.create({ name: 'Gross', price: 999, tax_included: true });
  await plans.create({ name: 'Trial', price: 1_490, trial_days: 14 });
  await plans.create({
    name: 'Hourly',
    prices: [{ period: 'hourly', currency: 'EUR', price: 3, monthly_cap: 1_500 }],
  });
  await coupons.create({ code: 'HALF', percent: 50, periods: 3 });
  await coupons.create({ code: 'TWO', amount: 200, currency: 'EUR' });
  return year.close;
});

/** Simulates one day for all customers. */
async function liveThrough(day: number): Promise<void> {
  for (const customer of customers) {
    if (customer.joins === day) {
      const hostname = `server-${customer.accountId}.example.com`;
      const order = await year.post('/subscriptions', customer.key, {
        ...customer.story.order,
        hostname,
      });
      customer.subscriptionId = order.id;
    }
    if (customer.joins <= day) await customer.story.live?.(year, customer, day - customer.joins);
  }
  const firsts = new Set<number>();
  for (const invoice of await year.listOpen()) {
    const customer = customers.find(({ accountId }) => accountId === invoice.account_id);
    if (!customer) continue;
    const isFirst = day - customer.joins === 0 && !firsts.has(customer.accountId);
    firsts.add(customer.accountId);
    // Orders are charged to the card immediately.
    if (isFirst && customer.story.card !== 'sim_ok') await year.pay(invoice, invoice.due);
    else await customer.story.pay?.(year, invoice);
  }
}

describe('a simulated year with forty customers', () => {
  test('ends with correct accounts, and every event was emitted exactly once', async () => {
    for (let index = 0; index < CUSTOMERS; index++) {
      const story = STORIES[index % STORIES.length];
      if (story) customers.push(await year.openAccount(story, index < STORIES.length ? index % 3 : 15 + index));
    }
    for (let day = 0; year.now() <= END; day++, year.advance(DAY)) {
      await liveThrough(day);
      await year.run();
      // Occasionally run the billing for another day.
      if (day % 30 === 7) await year.run(year.now() - 5 * DAY);
      await year.settle();
    }
    await judge(year, customers);
  });
});
