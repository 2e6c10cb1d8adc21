import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'farewells-001',
    script: `
      create table farewells (
        id {id},
        kind text not null,
        name text not null,
        email text not null,
        contract text not null,
        reason text,
        wished_end text,
        received_at bigint not null,
        account_id bigint,
        subscription_id bigint,
        outcome text,
        object_until bigint,
        objected_at bigint,
        hash text unique
      );
      create index farewells_by_time on farewells (received_at);
      create index farewells_by_email on farewells (email);
      create index farewells_by_account on farewells (account_id, id);`,
  },
  {
    // Link to the declaration, in receipts that do not quote it.
    id: 'farewells-002',
    script: `
      alter table farewells add column receipt_hash text;
      alter table farewells add column receipt_until bigint;
      create index farewells_by_receipt on farewells (receipt_hash) where receipt_hash is not null;`,
  },
];
