import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'auth-001',
    script: `
      create table api_keys (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        environment text not null,
        hash text not null unique,
        hint text not null,
        scopes text not null,
        rate_limit bigint not null,
        allowed_networks text not null,
        expires_at bigint,
        revoked_at bigint,
        created_at bigint not null
      );
      create index api_keys_by_account on api_keys (account_id, id);
      create table api_key_uses (
        key_id bigint primary key references api_keys (id),
        last_used_at bigint not null,
        last_used_from text not null
      );
      create table token_families (
        id {id},
        key_id bigint not null references api_keys (id),
        scopes text not null,
        revoked_at bigint,
        created_at bigint not null
      );
      create index token_families_by_key on token_families (key_id);
      create table access_tokens (
        hash text primary key,
        family_id bigint not null references token_families (id),
        expires_at bigint not null
      );
      create index access_tokens_by_expiry on access_tokens (expires_at);
      create table refresh_tokens (
        hash text primary key,
        family_id bigint not null references token_families (id),
        successor_of text,
        used_at bigint,
        expires_at bigint not null
      );
      create index refresh_tokens_by_expiry on refresh_tokens (expires_at);`,
  },
  {
    id: 'auth-002',
    script: `
      insert into totals (account_id, list, status, count)
      select account_id, 'keys', '', count(*) from api_keys where revoked_at is null group by account_id;`,
  },
  {
    // Deletes families whose tokens were deleted before families had a retention.
    id: 'auth-003',
    script: `
      create index access_tokens_by_family on access_tokens (family_id);
      create index refresh_tokens_by_family on refresh_tokens (family_id);
      create index refresh_tokens_by_predecessor on refresh_tokens (successor_of) where successor_of is not null;
      create index api_keys_by_end on api_keys (coalesce(revoked_at, expires_at));
      delete from token_families where id not in (select family_id from refresh_tokens)
        and id not in (select family_id from access_tokens);`,
  },
  {
    // Numbers families and pairs in the order of creation. Older rows have neither number nor stem.
    id: 'auth-004',
    script: `
      alter table token_families add column pairs bigint not null default 0;
      alter table token_families add column stem_hash text;
      alter table access_tokens add column number bigint;
      alter table refresh_tokens add column number bigint;
      create index token_families_by_key_and_age on token_families (key_id, id);
      create index token_families_by_stem on token_families (stem_hash) where stem_hash is not null;
      create index access_tokens_by_number on access_tokens (family_id, number);
      create index refresh_tokens_by_number on refresh_tokens (family_id, number);`,
  },
  {
    // The indexes of auth-004 begin with the same columns.
    id: 'auth-005',
    script: `
      drop index token_families_by_key;
      drop index access_tokens_by_family;
      drop index refresh_tokens_by_family;`,
  },
  {
    // Records who created a key in the panel, and when it was rolled.
    id: 'auth-006',
    script: `
      alter table api_keys add column made_by bigint;
      alter table api_keys add column rolled_at bigint;
      create index api_keys_unrevoked on api_keys (account_id, id) where revoked_at is null;
      create index api_keys_revoked on api_keys (account_id, id) where revoked_at is not null;
      create index api_keys_by_maker on api_keys (made_by, id) where made_by is not null;`,
  },
];
