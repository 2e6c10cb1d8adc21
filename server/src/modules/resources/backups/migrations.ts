import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

/** `resource_id` has no foreign key: a backup outlives its resource. */
export const migrations: Migration[] = [
  {
    id: 'backups-001',
    script: `
      create table backups (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        type text not null,
        resource_type text not null,
        resource_id bigint not null,
        status text not null,
        size_bytes bigint,
        checksum text,
        verified_at bigint,
        error text,
        search_text text not null,
        created_at bigint not null,
        completed_at bigint
      );
      create index backups_by_account on backups (account_id, id);
      create index backups_by_status on backups (account_id, status, id);`,
  },
  {
    id: 'backups-002',
    script: `
      create index backups_by_resource on backups (account_id, resource_type, resource_id, id);
      create index backups_under_way on backups (type) where status in ('pending', 'running');
      create table backup_schedules (
        id {id},
        account_id bigint not null references accounts (id),
        resource_type text not null,
        resource_id bigint not null,
        frequency text not null,
        time text not null,
        weekday text,
        keep bigint not null,
        status text not null,
        next_run_at bigint,
        last_run_at bigint,
        last_backup_id bigint,
        failures bigint not null,
        error text,
        search_text text not null,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create unique index backup_schedules_by_resource on backup_schedules (resource_type, resource_id);
      create index backup_schedules_by_account on backup_schedules (account_id, id);
      create index backup_schedules_by_status on backup_schedules (account_id, status, id);
      create index backup_schedules_due on backup_schedules (next_run_at);`,
  },
  {
    id: 'backups-003',
    script: `
      alter table backups add column expected_bytes bigint not null default 1;
      insert into totals (account_id, list, status, count)
      select account_id, 'backup bytes', '',
        sum(case when status in ('pending', 'running') then expected_bytes else coalesce(size_bytes, 0) end)
      from backups group by account_id;`,
  },
  {
    id: 'backups-004',
    script: `
      create index backups_by_resource_and_status on backups (account_id, resource_type, resource_id, status, id);
      ${fillTotals('backups')}
      ${fillTotals('backups', `'backups/' || resource_type || '/' || resource_id`)}
      ${fillTotals('backup_schedules')}`,
  },
  { id: 'backups-005', script: createSearchIndex('backups') + createSearchIndex('backup_schedules') },
  {
    id: 'backups-006',
    // Earlier versions create schedules without an engine, which never become due.
    breaks: true,
    script: `
      alter table backups add column engine text;
      update backups set engine = case when resource_type = 'hosting' then 'vps'
        else (select d.engine from databases as d where d.id = backups.resource_id) end
        where status in ('pending', 'running');
      alter table backup_schedules add column engine text;
      update backup_schedules set engine = case when resource_type = 'hosting' then 'vps'
        else (select d.engine from databases as d where d.id = backup_schedules.resource_id) end;
      drop index backup_schedules_due;
      create index backup_schedules_due on backup_schedules (engine, next_run_at);`,
  },
  { id: 'backups-007', script: 'alter table backups add column last_since bigint;' },
  {
    id: 'backups-008',
    script: `
      alter table backups add column retried_at bigint;
      create index backups_failed on backups (id) where status = 'failed' and retried_at is null;`,
  },
  // Filter of staff, over all accounts.
  { id: 'backups-009', script: `create index backups_of_status on backups (status, id);` },
  {
    id: 'backups-010',
    script: `
      alter table backups add column drilled_at bigint;
      alter table backups add column drill_error text;
      alter table backups add column drilling bigint not null default 0;
      create index backups_drilling on backups (account_id) where drilling = 1;
      alter table backup_schedules add column verify_monthly bigint not null default 0;
      alter table backup_schedules add column verify_after bigint;`,
  },
  {
    // Orders of a list.
    id: 'backups-011',
    script: `
      create index backups_by_name on backups (account_id, {folded name}, id);
      create index backups_by_size on backups (account_id, coalesce(size_bytes, 0), id);`,
  },
];
