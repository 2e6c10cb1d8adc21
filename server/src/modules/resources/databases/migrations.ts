import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'databases-001',
    script: `
      create table databases (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        engine text not null,
        version text,
        status text not null,
        username text not null,
        size_bytes bigint not null,
        measured_at bigint not null,
        search_text text not null,
        created_at bigint not null,
        unique (account_id, name)
      );
      create index databases_by_account on databases (account_id, id);
      create index databases_by_status on databases (account_id, status, id);
      create index databases_to_measure on databases (measured_at) where status = 'active';`,
  },
  {
    id: 'databases-002',
    script: fillTotals('databases'),
  },
  { id: 'databases-003', script: createSearchIndex('databases') },
  { id: 'databases-004', script: `alter table databases add column access text not null default 'full';` },
  // Filter of staff, over all accounts.
  { id: 'databases-005', script: `create index databases_of_status on databases (status, id);` },
  {
    // Orders of a list.
    id: 'databases-006',
    script: `
      create index databases_by_name on databases (account_id, {folded name}, id);
      create index databases_by_size on databases (account_id, size_bytes, id);`,
  },
];
