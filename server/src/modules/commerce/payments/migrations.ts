import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

/** The subscriptions module created the table before payments had a module of their own. */
export const migrations: Migration[] = [
  {
    // Nullable columns are created anew under the old name, because SQLite cannot alter them.
    id: 'payments-001',
    harmless: '0.1.0 writes payments and never reads them; what it writes is taken as before.',
    script: `
      drop index payments_by_invoice;
      alter table payments rename column invoice_id to former_invoice_id;
      alter table payments add column invoice_id bigint references invoices (id);
      alter table payments rename column received_at to former_received_at;
      alter table payments add column received_at bigint;
      alter table payments add column key text;
      alter table payments add column status text not null default 'succeeded';
      alter table payments add column driver text;
      alter table payments add column method_id bigint;
      alter table payments add column reference text;
      alter table payments add column failure text;
      alter table payments add column failure_kind text;
      alter table payments add column refunded_amount bigint not null default 0;
      alter table payments add column check_at bigint;
      alter table payments add column search_text text not null default '';
      alter table payments add column created_at bigint not null default 0;
      update payments set invoice_id = former_invoice_id, received_at = former_received_at,
        created_at = former_received_at, key = 'payment:' || id, search_text = lower(method);
      alter table payments drop column former_invoice_id;
      alter table payments drop column former_received_at;
      create unique index payments_by_key on payments (key);
      create index payments_by_invoice on payments (account_id, invoice_id, id);
      create index payments_of_account on payments (account_id, id);
      create index payments_of_account_by_status on payments (account_id, status, id);
      create index payments_by_reference on payments (driver, reference);
      create index payments_to_check on payments (check_at) where check_at is not null;
      ${fillTotals('payments')}
      ${createSearchIndex('payments')}`,
  },
  {
    id: 'payments-002',
    script: `
      create table ledger_entries (
        id {id},
        account_id bigint not null references accounts (id),
        key text not null unique,
        kind text not null,
        amount bigint not null,
        balance bigint not null,
        currency text not null,
        payment_id bigint references payments (id),
        invoice_id bigint references invoices (id),
        reason text,
        created_at bigint not null
      );
      create index ledger_entries_of_account on ledger_entries (account_id, currency, id);
      create index ledger_entries_by_payment on ledger_entries (payment_id) where payment_id is not null;
      create table payment_allocations (
        id {id},
        account_id bigint not null references accounts (id),
        invoice_id bigint not null references invoices (id),
        payment_id bigint references payments (id),
        amount bigint not null,
        created_at bigint not null
      );
      create index payment_allocations_by_invoice on payment_allocations (account_id, invoice_id);
      create index payment_allocations_by_payment on payment_allocations (account_id, payment_id);
      insert into payment_allocations (account_id, invoice_id, payment_id, amount, created_at)
        select account_id, invoice_id, id, amount, received_at from payments;`,
  },
  {
    id: 'payments-003',
    script: `
      create table payment_methods (
        id {id},
        account_id bigint not null references accounts (id),
        key text not null unique,
        driver text not null,
        setup text,
        reference text,
        label text not null,
        status text not null,
        is_default bigint not null,
        expires_at bigint,
        created_at bigint not null
      );
      create index payment_methods_of_account on payment_methods (account_id, id);
      create index payment_methods_by_reference on payment_methods (driver, reference);
      create table payment_refunds (
        id {id},
        account_id bigint not null references accounts (id),
        payment_id bigint not null references payments (id),
        key text not null unique,
        amount bigint not null,
        currency text not null,
        destination text not null,
        status text not null,
        reason text not null,
        reference text,
        failure text,
        created_at bigint not null,
        finished_at bigint
      );
      create index payment_refunds_of_account on payment_refunds (account_id, payment_id, id);
      create index payment_refunds_by_reference on payment_refunds (reference) where reference is not null;
      create table payment_notices (
        driver text not null,
        notice_id text not null,
        received_at bigint not null,
        primary key (driver, notice_id)
      );
      create index payment_notices_by_time on payment_notices (received_at);
      create table statement_lines (
        id {id},
        key text not null unique,
        account_id bigint references accounts (id),
        payment_id bigint references payments (id),
        status text not null,
        booked_at bigint not null,
        amount bigint not null,
        currency text not null,
        name text not null,
        iban text,
        text text not null,
        imported_at bigint not null
      );
      create index statement_lines_by_status on statement_lines (status, id);
      create index statement_lines_of_account on statement_lines (account_id, id);
      create table charging_stops (
        account_id bigint primary key references accounts (id),
        payment_id bigint references payments (id),
        reason text not null,
        created_at bigint not null
      );`,
  },
  {
    id: 'payments-004',
    script: `
      alter table payments add column reversed_amount bigint not null default 0;
      alter table payments add column processing bigint not null default 0;
      create index payment_methods_being_set_up on payment_methods (id) where status = 'pending';
      create index payment_refunds_under_way on payment_refunds (created_at) where status = 'pending';`,
  },
  {
    id: 'payments-005',
    script: `
      alter table statement_lines add column bank_account text;
      alter table statement_lines add column reference text;
      alter table statement_lines add column format text;
      alter table statement_lines add column note text;
      alter table statement_lines add column reason text;
      create index statement_lines_by_day on statement_lines (booked_at, amount);
      create index statement_lines_by_reference on statement_lines (bank_account, reference, id)
        where reference is not null;`,
  },
  { id: 'payments-007', script: 'alter table payment_methods add column fingerprint text;' },
  {
    id: 'payments-008',
    script: `
      create table payment_payouts (
        id {id},
        account_id bigint not null references accounts (id),
        refund_id bigint not null unique references payment_refunds (id),
        payment_id bigint not null references payments (id),
        amount bigint not null,
        currency text not null,
        reason text not null,
        created_at bigint not null,
        paid_at bigint
      );
      create index payment_payouts_open on payment_payouts (id) where paid_at is null;
      create index payment_payouts_of_account on payment_payouts (account_id, id);
      create index statement_lines_by_payment on statement_lines (payment_id) where payment_id is not null;`,
  },
  {
    id: 'payments-009',
    harmless: 'It copies one row per saved payment method into a new table.',
    script: `
      create table payment_cards (
        account_id bigint not null references accounts (id),
        fingerprint text not null,
        country text,
        seen_at bigint not null,
        primary key (account_id, fingerprint)
      );
      insert into payment_cards (account_id, fingerprint, country, seen_at)
        select account_id, fingerprint, null, max(created_at) from payment_methods
        where fingerprint is not null group by account_id, fingerprint;`,
  },
  {
    // The lists of staff, over all accounts.
    id: 'payments-010',
    script: `
      create index payments_of_all_by_status on payments (status, id);
      create index payments_of_invoice on payments (invoice_id, id);
      create index payments_by_creation on payments (created_at, id);`,
  },
  {
    // Staff search for a reference without knowing its driver.
    id: 'payments-011',
    script: 'create index payments_of_reference on payments (reference, id);',
  },
  {
    id: 'payments-012',
    script: `
      alter table payments add column capture_state text;
      alter table payments add column authorized_until bigint;
      create index payments_held on payments (account_id, id) where capture_state = 'held';`,
  },
  // The order of a list.
  { id: 'payments-013', script: `create index payments_of_account_by_amount on payments (account_id, amount, id);` },
];
