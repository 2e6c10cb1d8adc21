import { defineStaffList, later, nullable, number, type Row, sql, table, text } from '@hostler/database';

/** Coupons belong to no account, like the catalogue. */
const coupons = table(
  'coupons',
  {
    id: number(),
    /** In upper case. */
    code: text(),
    /** Either a percentage or an amount in a currency. */
    percent: nullable(number()),
    amount: nullable(number()),
    currency: nullable(text()),
    /** Number of discounted periods. Null for all. */
    periods: nullable(number()),
    max_redemptions: nullable(number()),
    redemptions: number(),
    /** JSON of plan ids. Null for any plan. */
    plan_ids: nullable(text()),
    expires_at: nullable(number()),
    ended_at: later(number()),
    created_at: number(),
  },
  { unique: 'code' },
);
export type CouponRow = Row<typeof coupons>;

/** Redemptions, at most one per account. */
const redemptions = table(
  'coupon_redemptions',
  { id: number(), coupon_id: number(), plan_id: number(), redeemed_at: number() },
  { hidden: { account_id: number() }, unique: 'account_id, coupon_id' },
);

const BY_CODE = sql<{ code: string }, CouponRow>(`select ${coupons.columns} from coupons where code = :code`);
const BY_ID = sql<{ id: number }, CouponRow>(`select ${coupons.columns} from coupons where id = :id`);
const REDEEMED = sql<{ account_id: number; coupon_id: number }, { id: number }>(
  'select id from coupon_redemptions where account_id = :account_id and coupon_id = :coupon_id',
);
const TAKE = sql<{ id: number; now: number }, CouponRow>(
  `update coupons set redemptions = redemptions + 1
   where id = :id and ended_at is null and (expires_at is null or expires_at > :now)
     and (max_redemptions is null or redemptions < max_redemptions)
   returning ${coupons.columns}`,
);
const RETURN = sql<{ id: number }>(
  'update coupons set redemptions = redemptions - 1 where id = :id and redemptions > 0',
);
const FORGET = sql<{ account_id: number; coupon_id: number }>(
  'delete from coupon_redemptions where account_id = :account_id and coupon_id = :coupon_id',
);
const END = sql<{ id: number; now: number }, CouponRow>(
  `update coupons set ended_at = coalesce(ended_at, :now) where id = :id returning ${coupons.columns}`,
);

export const COUPON_STATUSES = ['active', 'expired', 'ended'] as const;
export type CouponStatus = (typeof COUPON_STATUSES)[number];

const IS_OVER = 'expires_at is not null and expires_at <= :now';

export const listCoupons = defineStaffList<CouponRow, CouponStatus>({
  select: `select ${coupons.columns} from coupons`,
  statuses: {
    active: `ended_at is null and not (${IS_OVER})`,
    expired: `ended_at is null and ${IS_OVER}`,
    ended: 'ended_at is not null',
  },
  searched: ['code'],
});
export const findByCode = (code: string) => BY_CODE.one({ code });
export const findById = (id: number) => BY_ID.one({ id });
/** Returns undefined if the code exists. */
export const insertCoupon = coupons.insert;
export const endCoupon = END.one;

/** Takes one redemption. Returns undefined if none is left or the coupon has expired. */
export const takeOne = TAKE.one;
/** Returns undefined if the account has redeemed the coupon before. */
export const insertRedemption = redemptions.insert;
export const findRedemption = REDEEMED.one;

export const returnOne = RETURN.run;
/** Returns the number of deleted redemptions. */
export const forgetRedemption = FORGET.run;
