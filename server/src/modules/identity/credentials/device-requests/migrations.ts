import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'device-requests-001',
    script: `
      create table device_requests (
        id {id},
        challenge text not null unique,
        code_hash text not null unique,
        program text not null,
        machine text not null,
        environment text not null,
        address text not null,
        source text not null,
        decision text,
        person_id bigint,
        account_id bigint,
        settings text,
        collected_at bigint,
        key_id bigint,
        created_at bigint not null,
        expires_at bigint not null
      );
      create index device_requests_by_expiry on device_requests (expires_at);
      create index device_requests_by_source on device_requests (source, expires_at);
      create index device_requests_by_person on device_requests (person_id) where person_id is not null;`,
  },
];
