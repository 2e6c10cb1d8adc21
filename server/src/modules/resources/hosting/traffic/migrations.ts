import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'traffic-001',
    script: `
      create table hosting_traffic_days (
        hosting_id bigint not null,
        day text not null,
        in_bytes bigint not null,
        out_bytes bigint not null,
        primary key (hosting_id, day)
      );
      create index hosting_traffic_days_by_day on hosting_traffic_days (day);
      create table hosting_traffic_months (
        hosting_id bigint not null,
        month text not null,
        account_id bigint not null references accounts (id),
        in_bytes bigint not null,
        out_bytes bigint not null,
        terms text,
        billable_from bigint,
        reported bigint not null default 0,
        billed_at bigint,
        primary key (hosting_id, month)
      );
      create index hosting_traffic_months_by_month on hosting_traffic_months (month, hosting_id);
      create index hosting_traffic_months_by_account on hosting_traffic_months (account_id, month);
      create index hosting_traffic_months_unbilled on hosting_traffic_months (month, hosting_id)
        where billed_at is null and billable_from is not null and out_bytes > billable_from;
      alter table hosting add column traffic_month text;
      alter table hosting add column traffic_out_bytes bigint;
      alter table hosting add column throttled_mbps bigint;
      create index hosting_by_traffic_month on hosting (traffic_month, id) where traffic_month is not null;
      create index hosting_throttled on hosting (id) where throttled_mbps is not null;`,
  },
  {
    id: 'traffic-002',
    script: `
      alter table hosting_traffic_months add column charge bigint not null default 0;
      alter table hosting_traffic_months add column parts text;
      create index hosting_traffic_months_owed on hosting_traffic_months (month, hosting_id)
        where billed_at is null and (charge > 0 or parts is not null);`,
  },
  { id: 'traffic-003', script: 'alter table hosting add column throttle_missing_since bigint;' },
];
