import type { Migration } from '../../kernel/db/migrate.ts';

/** `resource_id` has no foreign key: a backup outlives what it was made from. */
export const migrations: Migration[] = [
  {
    id: 'backups-001',
    script: `
      create table backups (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        type text not null,
        resource_type text not null,
        resource_id bigint not null,
        status text not null,
        size_bytes bigint,
        checksum text,
        verified_at bigint,
        error text,
        search_text text not null,
        created_at bigint not null,
        completed_at bigint
      );
      create index backups_by_account on backups (account_id, id);
      create index backups_by_status on backups (account_id, status, id);`,
  },
];
