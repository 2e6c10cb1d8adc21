import type { Query } from '../../../kernel/db/query.ts';
import { type AppError, validationError } from '../../../kernel/errors.ts';
import { roundHalfAway } from '../rounding.ts';
import * as store from './store.ts';

/** What makes an order cheaper, as other modules know it. */
export interface Coupon {
  readonly id: number;
  readonly code: string;
  /** Either this, or an amount in a currency. */
  readonly percent: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** How many periods it makes cheaper; null: all of them. */
  readonly periods: number | null;
  /** The plans it is for; null: any. */
  readonly plan_ids: readonly number[] | null;
}

/** What a coupon is asked about. */
export interface Purchase {
  readonly planId: number;
  readonly currency: string;
}

/** Codes are the same in small letters and capitals. */
export function foldCode(code: string): string {
  return code.trim().toUpperCase();
}

/** By id, of something that was bought with it: also when it has ended since. */
export function* findCoupon(id: number): Query<Coupon | undefined> {
  const row = yield* store.findById(id);
  return row && readCoupon(row);
}

/** What an order would be given, without giving it. An account is asked whether it had it already; nobody yet had none. */
export function* checkCoupon(
  accountId: number | undefined,
  code: string,
  { planId, currency }: Purchase,
  now: number,
): Query<Coupon> {
  const row = yield* store.findByCode(foldCode(code));
  if (!row || row.ended_at !== null) throw refuse('is not known.');
  if (row.expires_at !== null && row.expires_at <= now) throw refuse('has expired.');
  if (row.max_redemptions !== null && row.redemptions >= row.max_redemptions) throw refuse('is used up.');
  if (row.currency !== null && row.currency !== currency) throw refuse(`is for prices in ${row.currency}.`);
  const coupon = readCoupon(row);
  if (!isFor(coupon, planId)) throw refuse('is not for this plan.');
  if (accountId !== undefined && (yield* store.findRedemption({ account_id: accountId, coupon_id: row.id }))) {
    throw refuse('was used by this account already.');
  }
  return coupon;
}

/** Gives it to an order, once per account and not more often than it may; in the transaction of the order. */
export function* redeemCoupon(
  accountId: number,
  code: string,
  planId: number,
  currency: string,
  now: number,
): Query<Coupon> {
  const coupon = yield* checkCoupon(accountId, code, { planId, currency }, now);
  if (!(yield* store.takeOne({ id: coupon.id, now }))) throw refuse('is used up.');
  const redemption = { coupon_id: coupon.id, plan_id: planId, redeemed_at: now };
  if (!(yield* store.insertRedemption(redemption, { account_id: accountId }))) {
    throw refuse('was used by this account already.');
  }
  return coupon;
}

/** What was ordered with it was not bought: the account may use it again. */
export function* returnCoupon(accountId: number, couponId: number): Query<void> {
  const forgotten = yield* store.forgetRedemption({ account_id: accountId, coupon_id: couponId });
  if (forgotten > 0) yield* store.returnOne({ id: couponId });
}

/** What it takes off an amount: never more than all of it, nothing off nothing, and nothing of a plan that it is not for. */
export function discountOf(
  coupon: Pick<Coupon, 'percent' | 'amount' | 'plan_ids'>,
  of: number,
  planId: number | null,
): number {
  const { percent, amount } = coupon;
  if (of <= 0 || !isFor(coupon, planId)) return 0;
  if (percent !== null) return roundHalfAway(BigInt(of) * BigInt(percent), 100n);
  return Math.min(amount ?? 0, of);
}

function isFor({ plan_ids }: Pick<Coupon, 'plan_ids'>, planId: number | null): boolean {
  return plan_ids === null || (planId !== null && plan_ids.includes(planId));
}

function readCoupon({ id, code, percent, amount, currency, periods, plan_ids }: store.CouponRow): Coupon {
  return { id, code, percent, amount, currency, periods, plan_ids: plan_ids === null ? null : JSON.parse(plan_ids) };
}

function refuse(message: string): AppError {
  return validationError([{ field: 'coupon', message }]);
}
