import { fillTotals, type Migration } from '@hostler/database';
import { migrations as charges } from './charges/migrations.ts';

/** The subscriptions module created these tables before invoices had a module of their own. */
export const migrations: Migration[] = [
  {
    id: 'invoices-001',
    script: `
      create index invoices_of_account on invoices (account_id, id);
      create index invoices_of_account_by_status on invoices (account_id, status, id);
      ${fillTotals('invoices')}`,
  },
  {
    // An invoice may be for several subscriptions or for none. The databases have no common syntax to drop `not null`,
    // so the column is created anew.
    id: 'invoices-002',
    harmless:
      '0.1.0 asks for the invoices of a subscription: what is of none is not found there. What there is stays the same.',
    script: `
      drop index invoices_by_subscription;
      drop index invoices_by_status;
      alter table invoices add column moved_subscription_id bigint;
      update invoices set moved_subscription_id = subscription_id;
      alter table invoices drop column subscription_id;
      alter table invoices add column subscription_id bigint references subscriptions (id);
      update invoices set subscription_id = moved_subscription_id;
      alter table invoices drop column moved_subscription_id;
      create index invoices_by_subscription on invoices (account_id, subscription_id, id);
      create index invoices_by_status on invoices (account_id, subscription_id, status, id);`,
  },
  {
    id: 'invoices-003',
    harmless: 'It fills columns that are new; 0.1.0 has an invoice for each subscription.',
    script: `
      alter table invoices add column type text not null default 'invoice';
      alter table invoices add column corrects_id bigint references invoices (id);
      alter table invoices add column reason text;
      alter table invoices add column amount_credited bigint not null default 0;
      alter table invoices add column amount_written_off bigint not null default 0;
      alter table invoices add column tax_rate bigint not null default 0;
      alter table invoices add column tax_category text;
      alter table invoices add column tax_country text;
      alter table invoices add column tax_sentence text;
      alter table invoices add column seller text;
      alter table invoices add column customer text;
      alter table invoices add column shared bigint not null default 0;
      alter table invoices add column overdue_at bigint;
      update invoices set amount_credited = total - amount_paid where status = 'cancelled';
      update invoices set overdue_at = due_at where status = 'overdue';
      create index invoices_shared on invoices (account_id, shared, id);
      create index invoices_shared_by_status on invoices (account_id, shared, status, id);
      create index invoices_by_due_date on invoices (status, due_at, id);
      create index invoices_by_issue on invoices (issued_at, id);
      create index invoices_corrections on invoices (corrects_id) where corrects_id is not null;
      create table credit_note_numbers (
        year bigint primary key,
        last_number bigint not null
      );`,
  },
  ...charges,
  {
    id: 'invoices-004',
    script: `
      alter table invoices add column customer_country text;
      alter table invoices add column write_off_reason text;`,
  },
  {
    id: 'invoices-005',
    script: `
      alter table invoices add column mail_at bigint;
      create index invoices_to_mail on invoices (mail_at, id) where mail_at is not null;`,
  },
  {
    id: 'invoices-006',
    script: `
      alter table invoices add column archived_at bigint;
      alter table invoices add column restored_at bigint;
      alter table invoices add column on_hold bigint not null default 0;
      create index invoices_to_archive on invoices (id) where archived_at is null;
      create index invoices_on_hold on invoices (id) where on_hold = 1;
      create table document_series_moves (
        id {id},
        series text not null,
        from_number bigint not null,
        to_number bigint not null,
        reason text not null,
        at bigint not null
      );`,
  },
  {
    // The lists of staff, over all accounts.
    id: 'invoices-007',
    script: `
      create index invoices_of_all_by_status on invoices (status, id);
      create index invoices_of_all_by_type on invoices (type, id);`,
  },
  {
    // Orders of a list.
    id: 'invoices-008',
    script: `
      create index invoices_of_account_by_due_date on invoices (account_id, due_at, id);
      create index invoices_of_account_by_total on invoices (account_id, total, id);`,
  },
];
