import type { Query } from '@hostler/database';
import { type Coupon, discountOf, findCoupon } from '../../coupons/index.ts';
import type { SubscriptionRow } from '../store.ts';
import { termsAt } from '../terms.ts';

/** Returns the coupon for the next period, if any periods of it are left. */
export function* couponOf(row: Pick<SubscriptionRow, 'coupon_id' | 'coupon_periods_left'>): Query<Coupon | undefined> {
  return row.coupon_id === null || row.coupon_periods_left === 0 ? undefined : yield* findCoupon(row.coupon_id);
}

/** Returns the discount of the next period, and the coupon periods left after it. */
export function discountNext(row: SubscriptionRow, coupon: Coupon | undefined, amount?: number) {
  const terms = amount === undefined ? termsAt(row, row.current_period_end) : row;
  const period_discount = coupon ? discountOf(coupon, amount ?? terms.price, terms.plan_id) : 0;
  const left = row.coupon_periods_left;
  return { period_discount, coupon_periods_left: left !== null && period_discount > 0 ? left - 1 : left };
}
