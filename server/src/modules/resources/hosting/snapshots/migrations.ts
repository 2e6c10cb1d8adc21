import { createSearchIndex, type Migration } from '@hostler/database';

export const snapshotMigrations: Migration[] = [
  {
    id: 'hosting-020',
    script: `
      create table hosting_snapshots (
        id {id},
        account_id bigint not null references accounts (id),
        hosting_id bigint not null references hosting (id),
        name text not null,
        status text not null,
        size_bytes bigint,
        error text,
        settings text,
        search_text text not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index hosting_snapshots_by_account on hosting_snapshots (account_id, id);
      create index hosting_snapshots_by_status on hosting_snapshots (account_id, status, id);
      create index hosting_snapshots_by_hosting on hosting_snapshots (account_id, hosting_id, id);
      create index hosting_snapshots_by_hosting_and_status on hosting_snapshots (account_id, hosting_id, status, id);
      create index hosting_snapshots_of_status on hosting_snapshots (status, id);
      ${createSearchIndex('hosting_snapshots')}`,
  },
  {
    id: 'hosting-021',
    script: 'alter table hosting add column source text;',
  },
  { id: 'hosting-022', script: 'alter table hosting add column drilled_at bigint;' },
  // The order of a list.
  {
    id: 'hosting-041',
    script: `create index hosting_snapshots_by_name on hosting_snapshots (account_id, {folded name}, id);`,
  },
];
