import { fillTotals, type Migration } from '@hostler/database';

/**
 * A waiting delivery has `due_at`. Claiming it moves `due_at` to the end of the lease, so that due deliveries are
 * always at the front of one index, even after a worker died. The `due_at` of a queue is never later than that of its
 * first delivery, so workers find the next webhook without reading the deliveries of others. Deliveries outlive their
 * webhook until they expire: removing a webhook must not wait for a million of them.
 */
export const migrations: Migration[] = [
  {
    id: 'webhooks-001',
    script: `
      create table webhooks (
        id {id},
        account_id bigint not null references accounts (id),
        environment text not null,
        url text not null,
        description text,
        events text not null,
        status text not null,
        secret text not null,
        previous_secret text,
        previous_secret_until bigint,
        search_text text not null,
        created_at bigint not null,
        last_success_at bigint,
        failing_since bigint
      );
      create index webhooks_by_account on webhooks (account_id, environment, id);
      create table webhook_queues (
        webhook_id bigint primary key,
        due_at bigint
      );
      create index webhook_queues_due on webhook_queues (due_at) where due_at is not null;
      create table webhook_deliveries (
        id {id},
        account_id bigint not null,
        webhook_id bigint not null,
        event_id bigint not null,
        event text not null,
        status text not null,
        attempts bigint not null,
        due_at bigint,
        leased_by text,
        log text not null,
        created_at bigint not null,
        finished_at bigint
      );
      create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where due_at is not null;
      create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
      create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id);`,
  },
  {
    id: 'webhooks-002',
    script: `
      insert into totals (account_id, list, status, count)
      select account_id, 'webhooks', '', count(*) from webhooks group by account_id;`,
  },
  { id: 'webhooks-003', script: 'create index webhook_deliveries_by_age on webhook_deliveries (created_at);' },
  {
    id: 'webhooks-004',
    script: `
      create index webhook_deliveries_by_event on webhook_deliveries (webhook_id, event, status, id);
      ${fillTotals('webhook_deliveries', `'deliveries/' || webhook_id`, `'made ' || event`)}
      ${fillTotals('webhook_deliveries', `'deliveries/' || webhook_id`, `status || ' ' || event`, `status <> 'pending'`)}`,
  },
  {
    id: 'webhooks-005',
    script: `
      create table webhook_redeliveries (
        webhook_id bigint primary key,
        account_id bigint not null,
        since bigint not null,
        asked_at bigint not null,
        status text not null,
        below bigint,
        again_since bigint
      );
      create index webhook_redeliveries_by_account on webhook_redeliveries (account_id, webhook_id);`,
  },
  {
    id: 'webhooks-006',
    script: `create index webhook_deliveries_failed on webhook_deliveries (id) where status = 'failed';`,
  },
  { id: 'webhooks-007', script: 'create index webhooks_failing on webhooks (id) where failing_since is not null;' },
];
