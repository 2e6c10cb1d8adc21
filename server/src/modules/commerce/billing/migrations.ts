import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'billing-001',
    script: `
      create table billing_effects (
        key text primary key,
        account_id bigint not null references accounts (id),
        at bigint not null
      );
      create index billing_effects_by_account on billing_effects (account_id);
      create table billing_failures (
        key text primary key,
        account_id bigint not null references accounts (id),
        step text not null,
        message text not null,
        times bigint not null,
        first_at bigint not null,
        last_at bigint not null
      );
      create index invoices_unpaid_by_due_day on invoices (due_at, id) where status = 'unpaid';`,
  },
  {
    id: 'billing-002',
    script: `
      create table billing_dunning (
        invoice_id bigint primary key references invoices (id),
        account_id bigint not null references accounts (id),
        due_at bigint not null,
        next_at bigint,
        suspend_at bigint,
        suspended_at bigint
      );
      create index billing_dunning_by_account on billing_dunning (account_id);
      create index billing_dunning_to_go_on on billing_dunning (next_at, invoice_id) where next_at is not null;
      create table billing_suspensions (
        invoice_id bigint not null references invoices (id),
        subscription_id bigint not null references subscriptions (id),
        account_id bigint not null references accounts (id),
        hosting_id bigint not null references hosting (id),
        since bigint not null,
        primary key (invoice_id, subscription_id)
      );
      create index billing_suspensions_by_subscription on billing_suspensions (account_id, subscription_id);
      insert into billing_dunning (invoice_id, account_id, due_at, next_at)
        select id, account_id, due_at, due_at from invoices where status = 'overdue';`,
  },
  {
    id: 'billing-003',
    script: 'create index billing_suspensions_by_time on billing_suspensions (since, subscription_id);',
  },
  {
    id: 'billing-004',
    script: `
      create table billing_pauses (
        invoice_id bigint not null references invoices (id),
        subscription_id bigint not null references subscriptions (id),
        account_id bigint not null references accounts (id),
        since bigint not null,
        primary key (invoice_id, subscription_id)
      );
      create index billing_pauses_by_subscription on billing_pauses (account_id, subscription_id);
      create index billing_pauses_by_time on billing_pauses (since, subscription_id);`,
  },
  {
    // Earlier versions have no such row, but recorded the clock every few minutes. That time stands in for their last
    // billing run.
    id: 'billing-005',
    script: `
      insert into settings (name, value) select 'billing-clock', value from settings where name = 'clock';`,
  },
];
