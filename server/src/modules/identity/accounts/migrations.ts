import type { Migration } from '../../../kernel/db/migrate.ts';

export const migrations: Migration[] = [
  {
    id: 'accounts-001',
    script: `
      create table accounts (
        id {id},
        name text not null,
        email text not null unique,
        created_at bigint not null
      );
      create table users (
        id {id},
        account_id bigint references accounts (id),
        email text not null unique,
        password_hash text,
        created_at bigint not null
      );`,
  },
  {
    id: 'accounts-002',
    harmless: 'It fills one column of accounts, which are few.',
    script: `
      alter table accounts add column contact_email text;
      update accounts set contact_email = email;`,
  },
  { id: 'accounts-003', script: 'alter table accounts add column waits_since bigint;' },
  { id: 'accounts-004', script: 'alter table accounts add column bound text;' },
];
