import type { Database } from '@hostler/database';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { couponCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { type CouponOperatorService, createCouponOperatorService } from './operator-service.ts';

export { type Coupon, checkCoupon, discountOf, findCoupon, redeemCoupon, returnCoupon } from './service.ts';
export type { CouponOperatorService };

interface CouponsModule extends Module {
  operator: { coupons: CouponOperatorService };
}

export function couponsModule({ db, clock }: { db: Database; clock: Clock }): CouponsModule {
  const coupons = createCouponOperatorService({ clock });
  return { name: 'coupons', migrations, commands: couponCommands({ db, coupons }), operator: { coupons } };
}
