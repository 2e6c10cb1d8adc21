import type { Migration } from '../../kernel/db/migrate.ts';

export const migrations: Migration[] = [
  {
    id: 'actions-001',
    script: `
      create table actions (
        id {id},
        account_id bigint not null references accounts (id),
        environment text not null,
        type text not null,
        status text not null,
        progress bigint not null,
        resource_type text not null,
        resource_id bigint not null,
        input text,
        error_code text,
        error_message text,
        search_text text not null,
        created_at bigint not null,
        started_at bigint,
        finished_at bigint
      );
      create index actions_by_account on actions (account_id, id);
      create index actions_by_status on actions (account_id, status, id);
      create index actions_of_sandbox on actions (created_at) where environment = 'test';`,
  },
];
