import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'coupons-001',
    script: `
      create table coupons (
        id {id},
        code text not null unique,
        percent bigint,
        amount bigint,
        currency text,
        periods bigint,
        max_redemptions bigint,
        redemptions bigint not null,
        plan_ids text,
        expires_at bigint,
        ended_at bigint,
        created_at bigint not null
      );
      create table coupon_redemptions (
        id {id},
        account_id bigint not null references accounts (id),
        coupon_id bigint not null references coupons (id),
        plan_id bigint not null,
        redeemed_at bigint not null,
        unique (account_id, coupon_id)
      );`,
  },
];
