import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'charges-001',
    script: `
      create table charges (
        id {id},
        account_id bigint not null references accounts (id),
        subscription_id bigint references subscriptions (id),
        key text not null unique,
        kind text not null,
        description text not null,
        quantity bigint not null,
        unit_price bigint not null,
        amount bigint not null,
        currency text not null,
        tax_included bigint not null,
        period_start bigint not null,
        period_end bigint not null,
        explanation text not null,
        due_at bigint not null,
        invoice_id bigint references invoices (id),
        created_at bigint not null
      );
      create index charges_open_of_account on charges (account_id, due_at) where invoice_id is null;
      create index charges_open on charges (due_at, account_id) where invoice_id is null;
      create index charges_of_subscription on charges (account_id, subscription_id, invoice_id);
      create index charges_of_invoice on charges (invoice_id);`,
  },
];
