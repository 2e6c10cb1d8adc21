import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'sessions-001',
    script: `
      create table sessions (
        id {id},
        person_id bigint not null references persons (id),
        hash text not null unique,
        previous_hash text,
        previous_until bigint,
        awaits text,
        device text not null,
        address text not null,
        confirmed_at bigint,
        created_at bigint not null,
        idle_ends_at bigint not null,
        ends_at bigint not null
      );
      create index sessions_by_person on sessions (person_id, id);
      create index sessions_by_previous on sessions (previous_hash) where previous_hash is not null;
      create index sessions_by_end on sessions (idle_ends_at);
      create table session_uses (
        session_id bigint primary key,
        person_id bigint not null,
        last_seen_at bigint not null,
        last_seen_from text not null
      );
      create index session_uses_by_person on session_uses (person_id, last_seen_at);
      create index session_uses_by_age on session_uses (last_seen_at);
      create table sign_in_attempts (
        name text primary key,
        failures bigint not null,
        last_at bigint not null
      );
      create index sign_in_attempts_by_age on sign_in_attempts (last_at);`,
  },
  { id: 'sessions-002', script: 'alter table sessions add column second_factor_at bigint;' },
];
