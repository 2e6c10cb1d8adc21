import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'profiles-001',
    script: `
      create table billing_profiles (
        account_id bigint primary key references accounts (id),
        kind text not null,
        name text not null,
        company text,
        street text,
        postal_code text,
        city text,
        country text,
        vat_id text,
        vat_status text not null,
        vat_given_at bigint,
        vat_checked_at bigint,
        vat_answer text,
        vat_ask_at bigint,
        currency text,
        trusted_at bigint,
        hold_until bigint,
        invoice_email text,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index billing_profiles_to_ask on billing_profiles (vat_ask_at) where vat_ask_at is not null;`,
  },
  { id: 'profiles-002', script: 'alter table billing_profiles add column usage_limit bigint;' },
  { id: 'profiles-003', script: 'alter table billing_profiles add column state text;' },
];
