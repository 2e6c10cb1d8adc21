import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'actions-001',
    script: `
      create table actions (
        id {id},
        account_id bigint not null references accounts (id),
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
      -- A table of its own: an id of the sandbox among the real ones would become the next real one's predecessor.
      create table sandbox_actions (
        id bigint primary key,
        account_id bigint not null references accounts (id),
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
      create index sandbox_actions_by_account on sandbox_actions (account_id, id);
      create index sandbox_actions_by_status on sandbox_actions (account_id, status, id);
      create index sandbox_actions_by_age on sandbox_actions (created_at);`,
  },
  {
    id: 'actions-002',
    script: `
      insert into totals (account_id, list, status, count)
      select account_id, 'unfinished actions', '', count(*) from actions where status in ('queued', 'running')
      group by account_id;`,
  },
  {
    id: 'actions-003',
    script: 'create index actions_by_end on actions (finished_at) where finished_at is not null;',
  },
  {
    id: 'actions-004',
    script: `
      create index actions_by_type on actions (account_id, resource_type, id);
      create index actions_by_type_and_status on actions (account_id, resource_type, status, id);
      create index sandbox_actions_by_type on sandbox_actions (account_id, resource_type, id);
      create index sandbox_actions_by_type_and_status on sandbox_actions (account_id, resource_type, status, id);
      create index sandbox_actions_oldest on sandbox_actions (account_id, created_at);
      ${fillTotals('actions', `'actions/' || resource_type`)}
      ${fillTotals('sandbox_actions', `'sandbox actions/' || resource_type`)}`,
  },
  { id: 'actions-005', script: createSearchIndex('actions') },
  {
    id: 'actions-006',
    script: 'create index actions_oldest on actions (account_id, id) where finished_at is not null;',
  },
  {
    id: 'actions-007',
    script: `
      alter table actions add column resolved_at bigint;
      create index actions_failed on actions (id) where status = 'failed' and resolved_at is null;
      create index actions_failed_by_resource on actions (account_id, resource_type, resource_id)
        where status = 'failed' and resolved_at is null;`,
  },
  {
    id: 'actions-008',
    script: `
      alter table actions add column log text;
      alter table actions add column waiting_since bigint;
      create index actions_unfinished on actions (id) where finished_at is null;
      create index actions_open on actions (id) where status <> 'succeeded' and resolved_at is null;
      create index actions_all_failed on actions (id) where status = 'failed';
      create index actions_of_type on actions (type, id);`,
  },
  { id: 'actions-020', script: 'create index actions_by_resource on actions (resource_type, resource_id, id);' },
];
