import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { checkCoupon, discountOf, findCoupon, redeemCoupon } from './index.ts';

let server: TestServer;
let now: number;
let plan: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  now = server.hostler.clock.now();
  ({ id: plan } = await server.operator.plans.create({ name: 'S', price: 990 }));
});
afterAll(() => server.stop());

const redeem = (account: number, code: string, { planId = plan, currency = 'EUR', at = now } = {}) =>
  server.hostler.db.write(() => redeemCoupon(account, code, planId, currency, at));
const refused = (message: string) => ({ code: 'VALIDATION_ERROR', details: [{ field: 'coupon', message }] });
const join = async () => (await server.createAccount()).id;

describe('a coupon', () => {
  it('is redeemed once per customer, regardless of case and spaces in the code', async () => {
    const { id } = await server.operator.coupons.create({ code: 'welcome', percent: 25, periods: 3 });
    const [first, second] = [await join(), await join()];
    const given = { id, code: 'WELCOME', percent: 25, amount: null, currency: null, periods: 3, plan_ids: null };
    expect(await redeem(first, ' Welcome ')).toEqual(given);
    await expect(redeem(first, 'WELCOME')).rejects.toMatchObject(refused('was already used by this account.'));
    expect(await redeem(second, 'WELCOME')).toEqual(given);
    expect(await server.hostler.db.read(findCoupon(id))).toEqual(given);
  });

  it('is not redeemed more often than max_redemptions by simultaneous customers', async () => {
    await server.operator.coupons.create({ code: 'FEW', amount: 500, max_redemptions: 2 });
    const customers = await Promise.all(Array.from({ length: 5 }, join));
    const answers = await Promise.allSettled(customers.map((id) => redeem(id, 'few')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const coupon = (await server.operator.coupons.list()).find(({ code }) => code === 'FEW');
    expect(coupon).toMatchObject({ redemptions: 2, amount: 500, currency: 'EUR' });
    await expect(redeem(await join(), 'FEW')).rejects.toMatchObject(refused('is used up.'));
  });

  it('is redeemed once by a customer who sends several requests at once', async () => {
    await server.operator.coupons.create({ code: 'GREEDY', percent: 10 });
    const id = await join();
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => redeem(id, 'GREEDY')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const coupon = (await server.operator.coupons.list()).find(({ code }) => code === 'GREEDY');
    expect(coupon).toMatchObject({ redemptions: 1 });
  });

  it('is refused with the reason if it is expired, ended, unknown, or not valid for the plan or currency', async () => {
    const id = await join();
    const other = await server.operator.plans.create({ name: 'M', price: 1990 });
    const plans = ['M'];
    await server.operator.coupons.create({ code: 'NARROW', amount: 1, currency: 'usd', expires_at: now + DAY, plans });
    await server.operator.coupons.create({ code: 'OVER', percent: 100 });
    await server.operator.coupons.end('over');
    const right = { planId: other.id, currency: 'USD' };
    await expect(redeem(id, 'NARROW', { ...right, currency: 'EUR' })).rejects.toMatchObject(
      refused('is only valid for prices in USD.'),
    );
    await expect(redeem(id, 'NARROW', { ...right, planId: plan })).rejects.toMatchObject(
      refused('is not valid for this plan.'),
    );
    await expect(redeem(id, 'NARROW', { ...right, at: now + DAY })).rejects.toMatchObject(refused('has expired.'));
    for (const code of ['OVER', 'NEVER']) {
      await expect(redeem(id, code)).rejects.toMatchObject(refused('is not known.'));
    }
    const purchase = { planId: other.id, currency: 'USD' };
    expect(await server.hostler.db.read(checkCoupon(undefined, 'narrow', purchase, now))).toMatchObject({ amount: 1 });
    expect(await redeem(id, 'NARROW', right)).toMatchObject({ amount: 1, currency: 'USD' });
  });

  it('requires a percentage or an amount, existing plans, and a unique code', async () => {
    const { create } = server.operator.coupons;
    for (const value of [{}, { percent: 5, amount: 5 }, { percent: 0 }, { percent: 101 }]) {
      await expect(create({ code: 'ODD', ...value })).rejects.toMatchObject({ details: [{ field: 'percent' }] });
    }
    const details = [{ field: 'plans[0]' }];
    await expect(create({ code: 'ODD', percent: 5, plans: ['XXL'] })).rejects.toMatchObject({ details });
    await expect(create({ code: 'over', percent: 5 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

const ANY = { percent: null, amount: null, plan_ids: null };
it.each([
  [{ ...ANY, percent: 25 }, 990, 248],
  [{ ...ANY, percent: 50 }, 1, 1],
  [{ ...ANY, percent: 100 }, 990, 990],
  [{ ...ANY, amount: 500 }, 990, 500],
  [{ ...ANY, amount: 500 }, 300, 300],
  [{ ...ANY, percent: 10 }, 0, 0],
  [{ ...ANY, amount: 500 }, -100, 0],
  [{ ...ANY, percent: 50, plan_ids: [1, 7] }, 990, 495],
  [{ ...ANY, percent: 50, plan_ids: [1] }, 990, 0],
])('coupon %o on amount %i gives a discount of %i', (coupon, amount, discount) => {
  expect(discountOf(coupon, amount, 7)).toBe(discount);
});
