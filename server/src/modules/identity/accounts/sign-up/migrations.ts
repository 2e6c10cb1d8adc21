import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'sign-up-001',
    script: `
      create table sign_ups (
        id {id},
        email text not null,
        name text not null,
        customer text not null,
        terms_version text,
        plan text,
        created_at bigint not null,
        expires_at bigint not null,
        password_hash text not null,
        browser_hash text not null,
        hash text unique
      );
      create index sign_ups_by_email on sign_ups (email);
      create index sign_ups_by_time on sign_ups (created_at);
      create index sign_ups_by_expiry on sign_ups (expires_at);
      create table terms_acceptances (
        id {id},
        account_id bigint not null references accounts (id),
        person_id bigint not null,
        version text not null,
        accepted_at bigint not null
      );
      create index terms_acceptances_by_account on terms_acceptances (account_id, id);`,
  },
];
