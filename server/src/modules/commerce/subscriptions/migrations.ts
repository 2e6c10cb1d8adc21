import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';
import { extraAddressMigrations } from './extra-addresses/migrations.ts';
import { migrations as repricing } from './repricing/migrations.ts';

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
  {
    // Existing subscriptions are billed from their last billed period on, a week before the next one begins. If marked
    // to end, they end with that period.
    id: 'subscriptions-004',
    harmless: 'It fills columns that are new; 0.1.0 has few subscriptions, which only staff makes.',
    script: `
      alter table subscriptions add column plan_id bigint;
      alter table subscriptions add column plan_version_id bigint;
      alter table subscriptions add column tax_included bigint not null default 0;
      alter table subscriptions add column setup_fee bigint not null default 0;
      alter table subscriptions add column monthly_cap bigint;
      alter table subscriptions add column anchor_at bigint not null default 0;
      alter table subscriptions add column next_bill_at bigint;
      alter table subscriptions add column trial_ends_at bigint;
      alter table subscriptions add column coupon_id bigint;
      alter table subscriptions add column coupon text;
      alter table subscriptions add column coupon_periods_left bigint;
      alter table subscriptions add column period_discount bigint not null default 0;
      alter table subscriptions add column ordered text;
      alter table subscriptions add column pending_until bigint;
      alter table subscriptions add column activate_at bigint;
      alter table subscriptions add column next_terms text;
      alter table subscriptions add column ends_at bigint;
      alter table subscriptions add column taken_back bigint not null default 0;
      alter table subscriptions add column revision bigint not null default 0;
      update subscriptions set anchor_at = created_at,
        plan_id = (select plans.id from plans where plans.name = subscriptions.plan);
      update subscriptions set plan_version_id =
        (select min(plan_versions.id) from plan_versions where plan_versions.plan_id = subscriptions.plan_id);
      update subscriptions set next_bill_at = current_period_end - 604800000
        where status <> 'cancelled' and cancel_requested_at is null;
      update subscriptions set ends_at = current_period_end
        where status <> 'cancelled' and cancel_requested_at is not null;
      create index subscriptions_to_bill on subscriptions (next_bill_at, id) where next_bill_at is not null;
      create index subscriptions_to_end on subscriptions (ends_at, id) where ends_at is not null;
      create index subscriptions_to_activate on subscriptions (activate_at, id) where activate_at is not null;
      create index subscriptions_unpaid on subscriptions (pending_until, id) where pending_until is not null;
      create index subscriptions_of_account_to_bill on subscriptions (account_id, next_bill_at)
        where next_bill_at is not null;`,
  },
  {
    id: 'subscriptions-005',
    script: `
      create table subscription_uses (
        id {id},
        account_id bigint not null references accounts (id),
        subscription_id bigint not null references subscriptions (id),
        started_at bigint not null,
        ended_at bigint,
        rate bigint not null,
        monthly_cap bigint
      );
      create index subscription_uses_by_subscription on subscription_uses (account_id, subscription_id, started_at, id);`,
  },
  {
    id: 'subscriptions-006',
    harmless: 'It fills a column that is new; 0.1.0 has few subscriptions, which only staff makes.',
    script: `
      alter table subscriptions add column billed_price bigint not null default 0;
      alter table subscriptions add column change_at bigint;
      alter table subscriptions add column resize_error text;
      update subscriptions set billed_price = price;
      create index subscriptions_to_change on subscriptions (change_at, id) where change_at is not null;
      create index subscriptions_by_hosting on subscriptions (account_id, hosting_id) where hosting_id is not null;`,
  },
  {
    id: 'subscriptions-007',
    script: 'alter table subscriptions add column former_discount bigint not null default 0;',
  },
  {
    id: 'subscriptions-008',
    script: `
      alter table subscriptions add column by_staff bigint not null default 0;
      alter table subscriptions add column usage_billed bigint not null default 0;
      alter table subscriptions add column usage_hours bigint not null default 0;
      alter table subscriptions add column usage_discount bigint not null default 0;
      alter table subscriptions add column usage_parts bigint not null default 0;
      create index subscription_uses_open on subscription_uses (account_id) where ended_at is null;
      create table usage_checks (
        account_id bigint primary key references accounts (id),
        check_at bigint not null,
        grace_until bigint not null,
        level bigint not null,
        warned_at bigint
      );
      create index usage_checks_due on usage_checks (check_at, account_id);
      create table trial_methods (
        fingerprint text primary key,
        account_id bigint not null references accounts (id),
        created_at bigint not null
      );
      create index trial_methods_of_account on trial_methods (account_id);`,
  },
  {
    id: 'subscriptions-009',
    script: `
      alter table subscriptions add column deliver_by bigint;
      alter table subscriptions add column retry_at bigint;
      alter table subscriptions add column pending_reason text;
      alter table subscriptions add column delivery_failure text;
      alter table subscriptions add column delivery_attempts bigint not null default 0;
      alter table subscriptions add column failure_reported_at bigint;
      create index subscriptions_to_deliver on subscriptions (deliver_by, id) where deliver_by is not null;
      create index subscriptions_to_retry on subscriptions (retry_at, id) where retry_at is not null;`,
  },
  {
    id: 'subscriptions-010',
    script: 'create index subscriptions_of_plan on subscriptions (plan_id, account_id, id);',
  },
  {
    id: 'subscriptions-011',
    script: `
      alter table subscriptions add column pending_change text;
      alter table subscriptions add column pending_invoice_id bigint;
      alter table subscriptions add column pending_expires_at bigint;
      create index subscriptions_pending_change on subscriptions (pending_expires_at, id)
        where pending_expires_at is not null;
      create index subscriptions_pending_invoice on subscriptions (account_id, pending_invoice_id)
        where pending_invoice_id is not null;`,
  },
  { id: 'subscriptions-012', script: 'alter table subscriptions add column review_since bigint;' },
  { id: 'subscriptions-013', script: 'alter table subscriptions add column traffic_cap bigint;' },
  ...repricing,
  ...extraAddressMigrations,
  {
    // Orders of a list.
    id: 'subscriptions-014',
    script: `
      create index subscriptions_by_name on subscriptions (account_id, {folded name}, id);
      create index subscriptions_by_period_end on subscriptions (account_id, current_period_end, id);`,
  },
  { id: 'subscriptions-015', script: 'alter table subscriptions add column former_terms text;' },
];
