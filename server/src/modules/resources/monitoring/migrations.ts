import { createSearchIndex, type Migration } from '@hostler/database';

/** `hosting_id` has no foreign key: an alert outlives its server. */
export const migrations: Migration[] = [
  {
    id: 'monitoring-001',
    script: `
      create table monitoring_servers (
        hosting_id bigint primary key,
        account_id bigint not null
      );
      create table monitoring_rules (
        id {id},
        account_id bigint not null references accounts (id),
        hosting_id bigint not null,
        metric text not null,
        threshold double precision,
        minutes bigint not null,
        status text not null,
        state text not null,
        since bigint,
        search_text text not null,
        revision bigint not null,
        created_at bigint not null,
        updated_at bigint not null
      );
      create index monitoring_rules_by_account on monitoring_rules (account_id, id);
      create index monitoring_rules_by_status on monitoring_rules (account_id, status, id);
      create index monitoring_rules_by_hosting on monitoring_rules (hosting_id, account_id, id);
      create index monitoring_rules_by_hosting_and_status on monitoring_rules (hosting_id, account_id, status, id);
      create table monitoring_alerts (
        id {id},
        account_id bigint not null references accounts (id),
        rule_id bigint,
        check_id bigint,
        hosting_id bigint,
        metric text not null,
        status text not null,
        fires_for text,
        value double precision,
        threshold double precision,
        message text not null,
        search_text text not null,
        started_at bigint not null,
        resolved_at bigint
      );
      create unique index monitoring_alerts_firing on monitoring_alerts (fires_for);
      create index monitoring_alerts_by_account on monitoring_alerts (account_id, id);
      create index monitoring_alerts_by_status on monitoring_alerts (account_id, status, id);
      create index monitoring_alerts_by_rule on monitoring_alerts (account_id, rule_id, id);
      create index monitoring_alerts_by_rule_and_status on monitoring_alerts (account_id, rule_id, status, id);
      create index monitoring_alerts_by_check on monitoring_alerts (account_id, check_id, id);
      create index monitoring_alerts_by_check_and_status on monitoring_alerts (account_id, check_id, status, id);
      create index monitoring_alerts_by_hosting on monitoring_alerts (account_id, hosting_id, id);
      create index monitoring_alerts_by_hosting_and_status on monitoring_alerts (account_id, hosting_id, status, id);
      create index monitoring_alerts_by_end on monitoring_alerts (resolved_at) where resolved_at is not null;
      ${createSearchIndex('monitoring_rules')}
      ${createSearchIndex('monitoring_alerts')}`,
  },
  {
    id: 'monitoring-002',
    script: `
      create table monitoring_incidents (
        subject text primary key,
        message text not null,
        since bigint not null,
        fired_at bigint
      );`,
  },
  {
    id: 'monitoring-003',
    script: `
      create table monitoring_preferences (
        account_id bigint not null,
        person_id bigint not null,
        mail text,
        quiet_from text,
        quiet_to text,
        time_zone text not null,
        last_mail_at bigint,
        primary key (account_id, person_id)
      );
      create table monitoring_notices (
        id {id},
        account_id bigint not null,
        alert_id bigint not null,
        state text not null
      );
      create index monitoring_notices_by_account on monitoring_notices (account_id, id);
      create table monitoring_tellings (
        account_id bigint not null,
        person_id bigint not null,
        alert_id bigint not null,
        state text not null,
        delayed bigint not null,
        due_at bigint not null,
        primary key (person_id, alert_id, state)
      );
      create index monitoring_tellings_due on monitoring_tellings (due_at, account_id, person_id);`,
  },
];
