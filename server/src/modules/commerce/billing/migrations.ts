import type { Migration } from '../../../kernel/db/migrate.ts';

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
];
