import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'repricing-001',
    script: `
      create table price_changes (
        id {id},
        plan_id bigint not null,
        plan text not null,
        billing_period text not null,
        currency text not null,
        price bigint not null,
        monthly_cap bigint,
        from_at bigint not null,
        without_consent text not null,
        created_at bigint not null
      );
      create unique index price_changes_of_plan on price_changes (plan_id, billing_period, currency, from_at);
      create table price_notices (
        id {id},
        price_change_id bigint not null references price_changes (id),
        account_id bigint not null references accounts (id),
        subscription_id bigint not null references subscriptions (id),
        customer_kind text not null,
        status text not null,
        old_price bigint not null,
        new_price bigint not null,
        currency text not null,
        recipient text not null,
        message_id text not null,
        announced_at bigint not null,
        sent_at bigint,
        effective_at bigint not null,
        decide_at bigint,
        agreed_at bigint,
        agreed_by text,
        token_hash text,
        decided_at bigint
      );
      create unique index price_notices_of_change on price_notices (price_change_id, subscription_id);
      create index price_notices_of_account on price_notices (account_id, status, id);
      create index price_notices_of_subscription on price_notices (subscription_id, id);
      create index price_notices_to_decide on price_notices (decide_at, id) where decide_at is not null;
      create index price_notices_unsent on price_notices (id) where sent_at is null;
      create index price_notices_by_token on price_notices (token_hash) where token_hash is not null;`,
  },
];
