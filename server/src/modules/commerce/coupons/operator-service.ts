import type { Query, StaffListRequest } from '@hostler/database';
import { type ErrorDetail, fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { findPlan } from '../plans/index.ts';
import { errors, fieldErrors } from './errors.ts';
import { foldCode } from './service.ts';
import * as store from './store.ts';
import { viewCoupon } from './view.ts';

export { COUPON_STATUSES } from './store.ts';

const CODE = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;
const CURRENCY = /^[A-Z]{3}$/;

interface NewCoupon {
  code: string;
  /** Either a percentage or an amount. */
  percent?: number | undefined;
  /** In minor units, per period. */
  amount?: number | undefined;
  /** Currency of the amount. */
  currency?: string | undefined;
  /** Number of discounted periods. All periods if absent. */
  periods?: number | undefined;
  max_redemptions?: number | undefined;
  expires_at?: number | undefined;
  /** Ids or names of the plans. Any plan if absent. */
  plans?: readonly string[] | undefined;
}

type CouponView = ReturnType<typeof viewCoupon>;
export type CouponOperatorService = ReturnType<typeof createCouponOperatorService>;

export function createCouponOperatorService({ clock }: { clock: Clock }) {
  function* create(given: NewCoupon): Query<CouponView> {
    const { percent = null, amount = null, periods = null, max_redemptions = null, expires_at = null, plans } = given;
    const code = foldCode(given.code);
    const currency = amount === null ? null : (given.currency ?? 'EUR').toUpperCase();
    const now = clock.now();
    const details = [
      ...(CODE.test(code) ? [] : [fieldErrors.coupon_code_malformed('code')]),
      ...checkValue(percent, amount, currency),
      ...checkCount('periods', periods),
      ...checkCount('max_redemptions', max_redemptions),
      ...(expires_at !== null && expires_at <= now ? [general.not_future('expires_at')] : []),
    ];
    if (details.length > 0) throw validationError(details);
    const plan_ids = plans === undefined ? null : JSON.stringify(yield* findPlans(plans));
    const value = { percent, amount, currency, periods, max_redemptions, redemptions: 0 };
    const coupon = yield* store.insertCoupon({ code, ...value, plan_ids, expires_at, created_at: now });
    if (!coupon) throw errors.coupon_code_taken({ code });
    return viewCoupon(coupon);
  }

  function* list(request: StaffListRequest<store.CouponStatus> = {}): Query<CouponView[]> {
    return (yield* store.listCoupons({ ...request, now: clock.now() })).map(viewCoupon);
  }

  function* show(code: string): Query<CouponView> {
    const found = yield* store.findByCode(foldCode(code));
    if (!found) throw notFound('Coupon');
    return viewCoupon(found);
  }

  /** Ends the coupon for new orders. Existing subscriptions keep it. */
  function* end(code: string): Query<CouponView> {
    const found = yield* store.findByCode(foldCode(code));
    const ended = found && (yield* store.endCoupon({ id: found.id, now: clock.now() }));
    if (!ended) throw notFound('Coupon');
    return viewCoupon(ended);
  }

  return { create, list, show, end };
}

function* findPlans(plans: readonly string[]): Query<number[]> {
  const ids: number[] = [];
  for (const [index, name] of plans.entries()) {
    const plan = yield* findPlan(name);
    if (!plan) throw validationError([fieldErrors.plan_unknown(`plans[${index}]`)]);
    ids.push(plan.id);
  }
  return ids;
}

function checkValue(percent: number | null, amount: number | null, currency: string | null): ErrorDetail[] {
  if ((percent === null) === (amount === null)) {
    return [fieldErrors.coupon_percent_or_amount('percent')];
  }
  if (percent !== null) {
    const isPercent = Number.isInteger(percent) && percent >= 1 && percent <= 100;
    return isPercent ? [] : [general.not_whole_between('percent', { min: 1, max: 100 })];
  }
  return [
    ...checkCount('amount', amount),
    ...(CURRENCY.test(currency ?? '') ? [] : [general.not_currency('currency')]),
  ];
}

function checkCount(field: string, count: number | null): ErrorDetail[] {
  if (count === null || (Number.isSafeInteger(count) && count >= 1)) return [];
  return [general.not_whole_at_least(field, { min: 1 })];
}
