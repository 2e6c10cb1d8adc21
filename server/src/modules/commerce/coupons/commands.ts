import type { Database } from '@hostler/database';
import { type Command, command, integer, list, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY, MONEY_READERS } from '#kernel/staff-roles.ts';
import { StaffCoupon } from './operator-schemas.ts';
import { COUPON_STATUSES, type CouponOperatorService } from './operator-service.ts';

export function couponCommands({ db, coupons }: { db: Database; coupons: CouponOperatorService }): Command[] {
  return [
    command({
      name: 'coupon create',
      route: { roles: MONEY, data: StaffCoupon },
      summary: 'Create a coupon, usable once per account.',
      options: {
        code: text('Coupon code. Not case-sensitive.'),
        percent: optional(integer('Discount on each period in percent.')),
        amount: optional(integer('Discount on each period in minor units (500 is 5.00), instead of --percent.')),
        currency: optional(text('Currency of the amount. Default: EUR.')),
        periods: optional(integer('Number of discounted periods. Default: all.')),
        max_redemptions: optional(integer('Number of accounts that can use the coupon. Default: unlimited.')),
        expires: optional(time('Expiry time.', { field: 'expires_at' })),
        plans: optional(list('Plan ids or names, separated by commas. Default: all plans.')),
      },
      run: ({ expires, ...coupon }) => db.write(() => coupons.create({ ...coupon, expires_at: expires })),
    }),
    listCommand({
      name: 'coupon list',
      route: { roles: MONEY_READERS, data: StaffCoupon },
      summary: 'List coupons with their number of uses.',
      options: {},
      statuses: COUPON_STATUSES,
      searched: 'code',
      page: async (given) => db.read(coupons.list(given)),
    }),
    command({
      name: 'coupon show',
      route: { roles: MONEY_READERS, id: 'code', data: StaffCoupon },
      summary: 'Show a coupon.',
      options: { code: text('Coupon code.') },
      run: async ({ code }) => db.read(coupons.show(code)),
    }),
    command({
      name: 'coupon end',
      route: { roles: MONEY, id: 'code', data: StaffCoupon },
      summary: 'End a coupon. Existing orders keep it.',
      options: { code: text('Coupon code.') },
      run: async ({ code }) => db.write(() => coupons.end(code)),
    }),
  ];
}
