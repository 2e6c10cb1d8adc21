import type { Migration } from '@hostler/database';

/**
 * Settings are stored apart from the state, which changes with every try, so that pages are notified only of relevant
 * changes.
 */
export const checkMigrations: Migration[] = [
  {
    id: 'monitoring-checks-001',
    script: `
      create table monitoring_checks (
        id {id},
        account_id bigint not null references accounts (id),
        name text not null,
        type text not null,
        target text not null,
        status text not null,
        error text,
        interval_seconds bigint not null,
        expect_status bigint,
        expect_text text,
        follow_redirects bigint not null,
        redirect_to text,
        certificate_days bigint not null,
        search_text text not null,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index monitoring_checks_by_account on monitoring_checks (account_id, id);
      create index monitoring_checks_by_status on monitoring_checks (account_id, status, id);
      create table monitoring_check_states (
        check_id bigint primary key,
        account_id bigint not null,
        due_at bigint,
        leased_by text,
        tries bigint not null,
        last_checked_at bigint,
        response_ms bigint,
        certificate_expires_at bigint,
        certificate_warned bigint not null,
        settled_at bigint,
        done bigint not null,
        up bigint not null,
        total_ms bigint not null,
        bars text not null
      );
      create index monitoring_check_states_due on monitoring_check_states (due_at) where due_at is not null;
      create table monitoring_check_results (
        check_id bigint not null,
        at bigint not null,
        done bigint not null,
        up bigint not null,
        total_ms bigint not null,
        keep_until bigint not null,
        primary key (check_id, at)
      ) {clustered};
      create index monitoring_check_results_by_end on monitoring_check_results (keep_until);`,
  },
  {
    // The order of a list.
    id: 'monitoring-checks-002',
    script: 'create index monitoring_checks_by_name on monitoring_checks (account_id, {folded name}, id);',
  },
];
