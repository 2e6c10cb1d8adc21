import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'requests-001',
    script: `
      create table requests (
        id {id},
        account_id bigint not null,
        environment text not null,
        key_id bigint,
        person_id bigint,
        caller_name text not null,
        method text not null,
        path text not null,
        status bigint not null,
        status_class bigint not null,
        error_code text,
        duration_ms double precision not null,
        address text not null,
        request_id text not null,
        at bigint not null
      );
      create index requests_by_account on requests (account_id, id);
      create index requests_by_class on requests (account_id, status_class, id);
      create index requests_by_key on requests (account_id, key_id, id) where key_id is not null;
      create index requests_by_request_id on requests (account_id, request_id, id);
      create table request_gaps (
        account_id bigint primary key,
        left_out_at bigint not null
      );
      create index request_gaps_by_age on request_gaps (left_out_at);`,
  },
];
