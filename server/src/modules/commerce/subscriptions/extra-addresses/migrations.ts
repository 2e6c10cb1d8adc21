import type { Migration } from '@hostler/database';

export const extraAddressMigrations: Migration[] = [
  {
    id: 'subscriptions-extra-addresses-001',
    script: `
      create table subscription_addresses (
        id {id},
        account_id bigint not null references accounts (id),
        subscription_id bigint not null references subscriptions (id),
        hosting_id bigint not null references hosting (id),
        address text not null,
        price bigint not null,
        currency text not null,
        tax_included bigint not null,
        started_at bigint not null,
        ended_at bigint,
        paused bigint not null default 0,
        bill_from bigint
      );
      create index subscription_addresses_by_account on subscription_addresses (account_id, id);
      create index subscription_addresses_by_hosting on subscription_addresses (account_id, hosting_id, id);
      create index subscription_addresses_by_subscription on subscription_addresses (account_id, subscription_id, id);
      create unique index subscription_addresses_open on subscription_addresses (address) where ended_at is null;
      create index subscription_addresses_to_bill on subscription_addresses (bill_from, id)
        where bill_from is not null;`,
  },
];
