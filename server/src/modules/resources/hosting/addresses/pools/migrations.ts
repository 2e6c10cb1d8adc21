import type { Migration } from '@hostler/database';

export const addressMigrations: Migration[] = [
  {
    id: 'addresses-001',
    script: `
      create table address_pools (
        id {id},
        network text not null,
        family bigint not null,
        prefix bigint not null,
        gateway text not null,
        region text not null,
        node text,
        next_offset bigint not null,
        created_at bigint not null
      );
      create unique index address_pools_network on address_pools (network);
      create index address_pools_by_region on address_pools (region, id);
      create table pool_addresses (
        id {id},
        pool_id bigint not null references address_pools (id),
        address text not null,
        family bigint not null,
        kind text not null,
        status text not null,
        account_id bigint references accounts (id),
        hosting_id bigint references hosting (id),
        note text,
        rests_until bigint,
        reverse text,
        reverse_written text,
        created_at bigint not null
      );
      create unique index pool_addresses_address on pool_addresses (address);
      create unique index pool_addresses_primary on pool_addresses (hosting_id, family)
        where status = 'assigned' and kind = 'primary';
      create index pool_addresses_by_hosting on pool_addresses (hosting_id, id);
      create index pool_addresses_by_account on pool_addresses (account_id, id);
      create index pool_addresses_by_pool on pool_addresses (pool_id, status, rests_until);`,
  },
  {
    // The reason that the customer reads while a server cannot be created.
    id: 'addresses-002',
    script: `
      alter table hosting add column delay_reason text;
      create index hosting_delayed on hosting (id) where delay_reason is not null;`,
  },
  {
    id: 'addresses-003',
    script: 'create index pool_addresses_named on pool_addresses (family, id) where reverse is not null;',
  },
  { id: 'hosting-extra-addresses-001', script: 'alter table pool_addresses add column leaving_at bigint;' },
];
