import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'orders-001',
    harmless: 'It fills a new table with the few accounts that wait for approval.',
    script: `
      create table orders (
        id {id},
        account_id bigint not null references accounts (id),
        kind text not null,
        subscription_id bigint,
        invoice_id bigint,
        name text not null,
        amount bigint,
        currency text,
        status text not null,
        flags text not null,
        address text,
        card text,
        by_program bigint not null default 0,
        waits_since bigint,
        alerted_at bigint,
        decided_at bigint,
        decided_by text,
        reason text,
        created_at bigint not null
      );
      create unique index orders_by_subscription on orders (account_id, subscription_id)
        where subscription_id is not null;
      create index orders_by_account on orders (account_id, id);
      create index orders_by_status on orders (status, id);
      create index orders_waiting on orders (waits_since, id) where waits_since is not null;
      create index orders_by_address on orders (address, created_at) where address is not null;
      create index orders_with_address on orders (created_at, id) where address is not null;
      create index orders_by_card on orders (card, created_at) where card is not null;
      insert into orders (account_id, kind, name, status, flags, waits_since, created_at)
        select id, 'sign_up', name, 'in_review', '[]', waits_since, waits_since from accounts
        where waits_since is not null;
      create table order_blocks (
        id {id},
        kind text not null,
        value text not null,
        reason text,
        created_by text not null,
        created_at bigint not null
      );
      create unique index order_blocks_by_value on order_blocks (kind, value);`,
  },
];
