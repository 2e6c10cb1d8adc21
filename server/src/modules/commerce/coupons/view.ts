import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { CouponRow } from './store.ts';

/** The view for staff. */
export function viewCoupon({ plan_ids, expires_at, ended_at, created_at, ...coupon }: CouponRow) {
  return {
    ...coupon,
    plan_ids: plan_ids === null ? null : (JSON.parse(plan_ids) as number[]),
    expires_at: formatOptionalTime(expires_at),
    ended_at: formatOptionalTime(ended_at),
    created_at: formatTime(created_at),
  };
}
