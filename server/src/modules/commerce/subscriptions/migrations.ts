import type { Migration } from '../../../kernel/db/migrate.ts';
import { createSearchIndex } from '../../../kernel/db/search-index.ts';
import { fillTotals } from '../../../kernel/db/totals.ts';

export const migrations: Migration[] = [
  {
    id: 'subscriptions-001',
    script: `
      create table subscriptions (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        plan text not null,
        status text not null,
        price bigint not null,
        currency text not null,
        billing_period text not null,
        hosting_id bigint references hosting (id),
        current_period_start bigint not null,
        current_period_end bigint not null,
        cancel_requested_at bigint,
        cancelled_at bigint,
        search_text text not null,
        created_at bigint not null
      );
      create index subscriptions_by_account on subscriptions (account_id, id);
      create index subscriptions_by_status on subscriptions (account_id, status, id);
      create table invoices (
        id {id},
        account_id bigint not null references accounts (id),
        subscription_id bigint not null references subscriptions (id),
        number text not null unique,
        status text not null,
        currency text not null,
        subtotal bigint not null,
        tax bigint not null,
        total bigint not null,
        amount_paid bigint not null,
        items text not null,
        search_text text not null,
        issued_at bigint not null,
        due_at bigint not null,
        paid_at bigint
      );
      create index invoices_by_subscription on invoices (account_id, subscription_id, id);
      create index invoices_by_status on invoices (account_id, subscription_id, status, id);
      create table invoice_numbers (
        year bigint primary key,
        last_number bigint not null
      );
      create table payments (
        id {id},
        account_id bigint not null references accounts (id),
        invoice_id bigint not null references invoices (id),
        amount bigint not null,
        currency text not null,
        method text not null,
        received_at bigint not null
      );
      create index payments_by_invoice on payments (invoice_id);`,
  },
  {
    id: 'subscriptions-002',
    script: fillTotals('subscriptions') + fillTotals('invoices', `'invoices/' || subscription_id`),
  },
  { id: 'subscriptions-003', script: createSearchIndex('subscriptions') + createSearchIndex('invoices') },
];
