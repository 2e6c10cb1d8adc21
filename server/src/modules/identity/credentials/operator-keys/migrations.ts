import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'operators-001',
    script: `
      create table operator_keys (
        id {id},
        name text not null,
        roles text not null,
        hash text not null unique,
        hint text not null,
        rate_limit bigint not null,
        allowed_networks text not null,
        expires_at bigint,
        revoked_at bigint,
        made_by bigint references persons (id),
        created_at bigint not null
      );
      create index operator_keys_by_end on operator_keys (coalesce(revoked_at, expires_at));
      create table operator_key_uses (
        key_id bigint primary key references operator_keys (id),
        last_used_at bigint not null,
        last_used_from text not null
      );`,
  },
];
