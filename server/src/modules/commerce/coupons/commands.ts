import { type Command, command, integer, list, optional, text, time } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { COUPON_STATUSES, type CouponOperatorService } from './operator-service.ts';

export function couponCommands({ db, coupons }: { db: Database; coupons: CouponOperatorService }): Command[] {
  return [
    command({
      name: 'coupon create',
      summary: 'Make a code that makes orders cheaper, once per customer.',
      options: {
        code: text('What customers type; small letters are the same as capitals.'),
        percent: optional(integer('What it takes off each period.')),
        amount: optional(integer('The same in minor units (500 is 5.00), instead of percent.')),
        currency: optional(text('Of the amount; EUR when absent.')),
        periods: optional(integer('How many periods it makes cheaper; all of them when absent.')),
        max_redemptions: optional(integer('How many customers can use it; any number when absent.')),
        expires: optional(time('Until when orders can use it.', { field: 'expires_at' })),
        plans: optional(list('Ids or names of the plans it is for; any when absent.')),
      },
      run: ({ expires, ...coupon }) => db.write(() => coupons.create({ ...coupon, expires_at: expires })),
    }),
    listCommand({
      name: 'coupon list',
      summary: 'List the coupons, with how often they were used.',
      options: {},
      statuses: COUPON_STATUSES,
      searched: 'code',
      page: async (given) => db.read(coupons.list(given)),
    }),
    command({
      name: 'coupon end',
      summary: 'Let nobody use a coupon any more; orders that did keep it.',
      options: { code: text('Which.') },
      run: async ({ code }) => db.write(() => coupons.end(code)),
    }),
  ];
}
