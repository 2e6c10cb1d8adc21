import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'ssh-keys-001',
    script: `
      create table ssh_keys (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        type text not null,
        fingerprint text not null,
        public_key text not null,
        search_text text not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index ssh_keys_by_account on ssh_keys (account_id, id);
      create unique index ssh_keys_once on ssh_keys (account_id, fingerprint);`,
  },
  // The order of a list.
  { id: 'ssh-keys-002', script: `create index ssh_keys_by_name on ssh_keys (account_id, {folded name}, id);` },
];
