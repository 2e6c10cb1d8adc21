import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'resets-001',
    script: `
      create table password_resets (
        id {id},
        person_id bigint not null references persons (id),
        hash text not null unique,
        created_at bigint not null,
        expires_at bigint not null
      );
      create index password_resets_by_person on password_resets (person_id);
      create index password_resets_by_expiry on password_resets (expires_at);`,
  },
];
