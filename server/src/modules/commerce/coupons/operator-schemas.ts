import { CreatedAt, DateTime, Id, Nullable, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';

const count = (description: string) => Type.Integer({ description, examples: [3] });

export const StaffCoupon = Resource('StaffCoupon', 'A coupon.', {
  id: OwnId,
  code: Type.String({ description: 'Coupon code.', examples: ['WELCOME'] }),
  percent: Nullable(count('Discount in percent; null for an amount.')),
  amount: Nullable(Money('Discount on each period; null for a percentage.')),
  currency: Nullable(Currency()),
  periods: Nullable(count('Number of discounted periods; null for all.')),
  max_redemptions: Nullable(count('Number of accounts that can use the coupon; null for any number.')),
  redemptions: count('Number of accounts that used the coupon.'),
  plan_ids: Nullable(Type.Array(Id('A plan.'), { description: 'Plans of the coupon; null for all.' })),
  expires_at: Nullable(DateTime('Expiry time; null if there is none.')),
  ended_at: Nullable(DateTime('Time when staff ended the coupon; null until then.')),
  created_at: CreatedAt,
});
