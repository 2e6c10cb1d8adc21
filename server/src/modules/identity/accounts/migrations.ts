import type { Migration } from '@hostler/database';

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
  {
    id: 'accounts-005',
    script: `
      alter table accounts add column suspension text;
      create table account_suspensions (
        id {id},
        account_id bigint not null references accounts (id),
        cause text not null,
        reason text not null,
        with_mail bigint not null,
        with_dns bigint not null,
        opened_at bigint not null,
        closed_at bigint
      );
      create unique index account_suspensions_open on account_suspensions (account_id, cause) where closed_at is null;
      create index account_suspensions_by_account on account_suspensions (account_id, id);`,
  },
  {
    id: 'accounts-006',
    script: `
      create index accounts_waiting on accounts (id) where waits_since is not null;
      create table account_notes (
        id {id},
        account_id bigint not null references accounts (id),
        author_id bigint,
        author_name text not null,
        text text not null,
        created_at bigint not null
      );
      create index account_notes_of_account on account_notes (account_id, id);
      create index account_notes_of_author on account_notes (author_id) where author_id is not null;
      create table account_tags (
        account_id bigint not null references accounts (id),
        tag text not null,
        primary key (account_id, tag)
      );
      create index account_tags_by_tag on account_tags (tag, account_id);`,
  },
  {
    id: 'accounts-007',
    script: `
      alter table accounts add column closed_at bigint;
      create index accounts_closed on accounts (id) where closed_at is not null;`,
  },
  { id: 'accounts-008', script: 'alter table accounts add column language text;' },
];
