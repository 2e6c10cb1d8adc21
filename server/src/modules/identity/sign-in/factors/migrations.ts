import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'security-001',
    script: `
      create table totps (
        person_id bigint primary key references persons (id),
        secret text,
        enabled_at bigint,
        last_step bigint not null,
        pending_secret text,
        pending_at bigint
      );
      create table recovery_codes (
        id {id},
        person_id bigint not null references persons (id),
        hash text not null unique,
        created_at bigint not null
      );
      create index recovery_codes_by_person on recovery_codes (person_id);
      create table passkeys (
        id {id},
        person_id bigint not null references persons (id),
        credential_id text not null unique,
        public_key text not null,
        counter bigint not null,
        transports text not null,
        name text not null,
        created_at bigint not null,
        last_used_at bigint
      );
      create index passkeys_by_person on passkeys (person_id, id);
      create table used_challenges (
        challenge text primary key,
        expires_at bigint not null
      );
      create index used_challenges_by_end on used_challenges (expires_at);
      create table email_changes (
        id {id},
        person_id bigint not null references persons (id),
        old_email text not null,
        new_email text not null,
        confirm_hash text unique,
        undo_hash text unique,
        created_at bigint not null,
        ends_at bigint not null,
        confirmed_at bigint
      );
      create index email_changes_by_person on email_changes (person_id, id);
      create index email_changes_by_end on email_changes (ends_at);
      create table factor_lifts (
        person_id bigint primary key references persons (id),
        reason text not null,
        asked_by bigint not null references persons (id),
        asked_at bigint not null,
        effective_at bigint not null
      );
      create index factor_lifts_by_time on factor_lifts (effective_at);`,
  },
  // Their sign-in required the code of an app, except in a session that turned it on, which needed one, too.
  {
    id: 'security-002',
    script: `
      update sessions set second_factor_at = created_at where awaits is null
        and person_id in (select person_id from totps where secret is not null);`,
  },
];
