import { sql } from '@hostler/database';
import fc from 'fast-check';
import { expect } from 'vitest';
import { DAY, HOUR, SECOND } from '../../server/src/kernel/time.ts';
import { roundHalfAway } from '../../server/src/modules/commerce/rounding.ts';
import type { TestServer } from './server.ts';

const PLANS = [
  { name: 'S', price: 990 },
  { name: 'M', price: 1_999 },
  { name: 'L', price: 4_777 },
  { name: 'XL', price: 9_001 },
] as const;
/** Discount on the price of a plan. */
type Discount = (plan: number) => number;
const COUPONS: readonly { code: string; periods: number; of: Discount }[] = [
  { code: 'THIRD', periods: Number.POSITIVE_INFINITY, of: (plan) => share(priceOf(plan), 33) },
  { code: 'TWICE', periods: 2, of: (plan) => share(priceOf(plan), 25) },
  { code: 'AMOUNT', periods: 3, of: (plan) => Math.min(700, priceOf(plan)) },
  { code: 'SOME', periods: Number.POSITIVE_INFINITY, of: (plan) => (plan % 2 === 0 ? share(priceOf(plan), 50) : 0) },
];

function priceOf(plan: number): number {
  return PLANS[plan]?.price ?? 0;
}

function share(price: number, percent: number): number {
  return roundHalfAway(BigInt(price) * BigInt(percent), 100n);
}

interface Period {
  readonly start: number;
  readonly end: number;
  readonly isDiscounted: boolean;
  /** The plan that it is used with now. */
  plan: number;
  /** Sum of its charges. */
  charged: number;
}

/** What one subscription should have been charged. It knows each billed period, and nothing of the rows of the server. */
class Model {
  readonly #coupon: (typeof COUPONS)[number] | undefined;
  readonly periods: Period[] = [];
  /** The plan of the next billed period. */
  next: number;
  #left: number;

  constructor(plan: number, coupon: (typeof COUPONS)[number] | undefined) {
    this.next = plan;
    this.#coupon = coupon;
    this.#left = coupon?.periods ?? 0;
  }

  bill(start: number, end: number): void {
    const discount = this.#left > 0 ? (this.#coupon?.of(this.next) ?? 0) : 0;
    if (discount > 0) this.#left--;
    const charged = priceOf(this.next) - discount;
    this.periods.push({ start, end, isDiscounted: discount > 0, plan: this.next, charged });
  }

  /** From this time on, every billed period is used with the plan. */
  change(plan: number, at: number): void {
    for (const period of this.periods.filter(({ end }) => end > at)) {
      const difference = this.#costOf(period, plan) - this.#costOf(period, period.plan);
      const [whole, left] = [period.end - period.start, period.end - Math.max(at, period.start)];
      const seconds = [left, whole].map((ms) => BigInt(Math.floor(ms / SECOND))) as [bigint, bigint];
      period.charged += roundHalfAway(BigInt(difference) * seconds[0], seconds[1]);
      period.plan = plan;
    }
    this.next = plan;
  }

  #costOf({ isDiscounted }: Period, plan: number): number {
    return priceOf(plan) - (isDiscounted ? (this.#coupon?.of(plan) ?? 0) : 0);
  }
}

type Step = { do: 'wait'; hours: number } | { do: 'run'; days: number } | { do: 'change'; plan: number };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 25 * 24 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('run' as const), days: fc.integer({ min: 0, max: 150 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), plan: fc.nat(PLANS.length - 1) }) },
);
const someHistory = fc.record({
  plan: fc.nat(PLANS.length - 1),
  coupon: fc.option(fc.nat(COUPONS.length - 1), { nil: undefined }),
  steps: fc.array(someStep, { minLength: 3, maxLength: 14 }),
});

const CHARGES = sql<{ id: number }, { start: number; end: number; amount: number; kind: string }>(
  `select period_start as start, period_end as "end", amount, kind from charges where subscription_id = :id order by id`,
);
const ROW = sql<{ id: number }, { plan: string; change_at: number | null; current_period_end: number; status: string }>(
  'select plan, change_at, current_period_end, status from subscriptions where id = :id',
);

/** Creates the plans and coupons of the histories. */
export async function preparePlanHistories({ clock, operator: { plans, coupons } }: TestServer): Promise<void> {
  clock.standStill();
  for (const plan of PLANS) await plans.create(plan);
  await coupons.create({ code: 'THIRD', percent: 33 });
  await coupons.create({ code: 'TWICE', percent: 25, periods: 2 });
  await coupons.create({ code: 'AMOUNT', amount: 700, currency: 'EUR', periods: 3 });
  await coupons.create({ code: 'SOME', percent: 50, plans: ['S', 'L'] });
}

/** Plays random histories of one subscription each, on the server and in the model, and compares the charges. */
export async function provePlanHistories(server: TestServer, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(someHistory, (history) => play(server, history)),
    { numRuns },
  );
}

interface History {
  readonly plan: number;
  readonly coupon: number | undefined;
  readonly steps: readonly Step[];
}

async function play(server: TestServer, { plan, coupon: which, steps }: History) {
  const { db } = server.hostler;
  const coupon = which === undefined ? undefined : COUPONS[which];
  const offered = coupon && coupon.of(plan) > 0 ? coupon : undefined;
  if (await server.operator.billing.findHold()) await server.operator.billing.run({ yes: true });
  const { id: account_id } = await server.operator.accounts.create({ name: 'A', email: 'a@example.com' });
  // Everything is paid at once, so the subscription stays active.
  await server.operator.payments.grantCredit({ account_id, amount: 100_000_000, currency: 'EUR', reason: 'test' });
  const code = offered ? { coupon: offered.code } : {};
  const { id } = await server.operator.subscriptions.create({ account_id, plan: PLANS[plan]?.name ?? '', ...code });
  const model = new Model(plan, offered);
  const rowOf = async () =>
    (await db.read(ROW.one({ id }))) ?? { plan: '', change_at: null, current_period_end: 0, status: '' };
  const chargesOf = () => db.read(CHARGES.all({ id }));
  /** Adds the periods that were billed since. Their borders are proved elsewhere. */
  const follow = async () => {
    const periods = (await chargesOf()).filter(({ kind }) => kind === 'period').slice(model.periods.length);
    for (const { start, end } of periods) model.bill(start, end);
  };
  /** Confirms the clock for staff: billing takes a long wait for a jump ahead. */
  const confirmClock = async () => {
    if (!(await server.operator.billing.findHold())) return;
    await server.operator.billing.run({ yes: true });
    await follow();
  };
  await follow();
  for (const step of steps) {
    const now = server.clock.now();
    if (step.do === 'wait') server.clock.advance(step.hours * HOUR);
    if (step.do === 'run') {
      await server.operator.billing.run({ at: now + step.days * DAY, yes: true });
      await follow();
    }
    if (step.do !== 'change') continue;
    await confirmClock();
    const before = await rowOf();
    const name = PLANS[step.plan]?.name ?? '';
    const result = await server.operator.subscriptions.changePlan({ id, plan: name }).catch((error) => error);
    if (result instanceof Error) {
      expect((result as Error & { code?: string }).code, result.message).toBe('CONFLICT');
      continue;
    }
    const after = await rowOf();
    if (after.change_at === null) {
      model.change(step.plan, now);
    } else {
      expect(after.plan).toBe(before.plan);
      model.next = step.plan;
    }
  }
  const charged = new Map<number, number>();
  for (const { end, amount } of await chargesOf()) charged.set(end, (charged.get(end) ?? 0) + amount);
  const expected = new Map(model.periods.map((period) => [period.end, period.charged]));
  expect([...charged]).toEqual([...expected]);
  // Later histories do not wait for its invoices.
  await confirmClock();
  await db.write(() => server.hostler.customer.subscriptions.cancel(account_id, id, true, server.clock.now()));
}
