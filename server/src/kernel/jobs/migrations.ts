import type { Migration } from '@hostler/database';

/**
 * `jobs.due_at` is the time a job becomes due, or the end of its lease while it runs. It is null while the job waits
 * for another job of its serial key. So due jobs are always at the front of one index, whichever worker died and
 * however many jobs wait.
 * A queue holds the jobs of one account in one lane. Its `due_at` is never later than that of its first job, so workers
 * find the next account without reading the jobs of others.
 * A worker that holds leases has a row in `job_workers` (see presence.ts) until its count stops. If the holder has no
 * row, it is of an older version, and the end of the lease decides.
 */
export const jobsMigrations: Migration[] = [
  {
    id: 'jobs-001',
    script: `
      create table jobs (
        id {id},
        kind text not null,
        payload text not null,
        serial_key text,
        run_at bigint not null,
        attempts bigint not null default 0,
        leased_until bigint not null default 0,
        leased_by text,
        created_at bigint not null
      );
      create index jobs_due on jobs (run_at, id);
      create index jobs_serial on jobs (serial_key, id);
      create index jobs_lease on jobs (leased_by);
      create table recurring_jobs (
        name text primary key,
        next_at bigint not null
      );`,
  },
  {
    id: 'jobs-002',
    breaks: true,
    script: `
      alter table jobs add column account_id bigint not null default 0;
      alter table jobs add column lane text not null default 'upkeep';
      alter table jobs add column due_at bigint;
      update jobs set account_id = coalesce(cast({field payload accountId} as bigint), 0),
        lane = case
          when kind like 'hosting.%' then 'vps'
          when kind like 'domain.%' then 'dns'
          when kind like 'database.%' then 'sql'
          when kind in ('backup.create', 'backup.restore') then 'copies'
          else 'upkeep' end;
      update jobs set due_at = case when leased_by is null then run_at else leased_until end
        where serial_key is null or not exists (
          select 1 from jobs as earlier where earlier.serial_key = jobs.serial_key and earlier.id < jobs.id);
      drop index jobs_due;
      alter table jobs drop column leased_until;
      create index jobs_due on jobs (account_id, lane, due_at, id) where due_at is not null;
      create index jobs_by_time on jobs (due_at) where due_at is not null;
      create table job_queues (
        lane text not null,
        account_id bigint not null,
        due_at bigint,
        primary key (lane, account_id)
      );
      create index job_queues_due on job_queues (lane, due_at) where due_at is not null;
      insert into job_queues (lane, account_id, due_at)
        select lane, account_id, min(due_at) from jobs where due_at is not null group by lane, account_id;`,
  },
  { id: 'jobs-003', script: 'alter table jobs add column traceparent text;' },
  {
    id: 'jobs-004',
    script: `
      create table job_workers (
        name text primary key,
        beats bigint not null
      );
      alter table recurring_jobs add column taken_by text;`,
  },
];
