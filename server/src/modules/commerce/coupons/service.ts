import type { Query } from '@hostler/database';
import { type AppError, type ErrorDetail, validationError } from '#kernel/errors.ts';
import { roundHalfAway } from '../rounding.ts';
import { fieldErrors } from './errors.ts';
import * as store from './store.ts';

/** A coupon as other modules see it. */
export interface Coupon {
  readonly id: number;
  readonly code: string;
  /** Either a percentage or an amount in a currency. */
  readonly percent: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** Number of discounted periods. Null for all. */
  readonly periods: number | null;
  /** Plans the coupon applies to. Null for any. */
  readonly plan_ids: readonly number[] | null;
}

/** The order that a coupon is checked for. */
export interface Purchase {
  readonly planId: number;
  readonly currency: string;
}

/** Codes are not case-sensitive. */
export function foldCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Returns the coupon of an existing subscription, also after it ended. */
export function* findCoupon(id: number): Query<Coupon | undefined> {
  const row = yield* store.findById(id);
  return row && readCoupon(row);
}

/**
 * Returns the coupon of an order without redeeming it. An account can redeem a coupon once; a visitor has redeemed
 * none.
 */
export function* checkCoupon(
  accountId: number | undefined,
  code: string,
  { planId, currency }: Purchase,
  now: number,
): Query<Coupon> {
  const row = yield* store.findByCode(foldCode(code));
  if (!row || row.ended_at !== null) throw refuse(fieldErrors.coupon_unknown('coupon'));
  if (row.expires_at !== null && row.expires_at <= now) throw refuse(fieldErrors.coupon_expired('coupon'));
  if (row.max_redemptions !== null && row.redemptions >= row.max_redemptions)
    throw refuse(fieldErrors.coupon_used_up('coupon'));
  if (row.currency !== null && row.currency !== currency)
    throw refuse(fieldErrors.coupon_of_another_currency('coupon', { currency: row.currency }));
  const coupon = readCoupon(row);
  if (!isFor(coupon, planId)) throw refuse(fieldErrors.coupon_not_for_plan('coupon'));
  if (accountId !== undefined && (yield* store.findRedemption({ account_id: accountId, coupon_id: row.id }))) {
    throw refuse(fieldErrors.coupon_already_used('coupon'));
  }
  return coupon;
}

/** Redeems the coupon in the transaction of the order: once per account, and within its limit. */
export function* redeemCoupon(
  accountId: number,
  code: string,
  planId: number,
  currency: string,
  now: number,
): Query<Coupon> {
  const coupon = yield* checkCoupon(accountId, code, { planId, currency }, now);
  if (!(yield* store.takeOne({ id: coupon.id, now }))) throw refuse(fieldErrors.coupon_used_up('coupon'));
  const redemption = { coupon_id: coupon.id, plan_id: planId, redeemed_at: now };
  if (!(yield* store.insertRedemption(redemption, { account_id: accountId }))) {
    throw refuse(fieldErrors.coupon_already_used('coupon'));
  }
  return coupon;
}

/** Undoes the redemption of a cancelled order, so that the account can use the coupon again. */
export function* returnCoupon(accountId: number, couponId: number): Query<void> {
  const forgotten = yield* store.forgetRedemption({ account_id: accountId, coupon_id: couponId });
  if (forgotten > 0) yield* store.returnOne({ id: couponId });
}

/** Returns the discount on an amount: at most all of it, and nothing for other plans. */
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

function refuse(detail: ErrorDetail): AppError {
  return validationError([detail]);
}
