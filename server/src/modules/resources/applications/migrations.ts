import { createSearchIndex, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'applications-001',
    script: `
      create table applications (
        id {id},
        account_id bigint not null references accounts (id),
        hosting_id bigint not null references hosting (id),
        slug text not null,
        name text not null,
        version text not null,
        status text not null,
        url text,
        error text,
        search_text text not null,
        created_at bigint not null,
        installed_at bigint,
        ports text not null,
        parameters text not null,
        recipe text not null
      );
      create index applications_by_account on applications (account_id, id);
      create index applications_by_status on applications (account_id, status, id);
      create index applications_by_hosting on applications (account_id, hosting_id, id);
      create index applications_by_hosting_and_status on applications (account_id, hosting_id, status, id);
      create unique index applications_under_way on applications (hosting_id) where status in ('installing', 'removing');
      create table application_steps (
        id {id},
        account_id bigint not null references accounts (id),
        application_id bigint not null references applications (id),
        phase text not null,
        position bigint not null,
        name text not null,
        status text not null,
        started_at bigint,
        finished_at bigint,
        output text not null
      );
      create unique index application_steps_by_application on application_steps (application_id, phase, position);
      ${createSearchIndex('applications')}`,
  },
  // Filter of staff, over all accounts.
  { id: 'applications-002', script: `create index applications_of_status on applications (status, id);` },
  // The order of a list.
  {
    id: 'applications-003',
    script: `create index applications_by_name on applications (account_id, {folded name}, id);`,
  },
  {
    id: 'applications-004',
    script: `
      alter table applications add column domain text;
      alter table applications add column zone_id bigint;
      alter table applications add column https_status text;
      alter table applications add column https_error text;
      alter table applications add column https_expires_at bigint;
      alter table applications add column https_next_at bigint;
      alter table applications add column https_tries bigint;
      create index applications_by_domain on applications (account_id, domain) where domain is not null;
      create index applications_by_zone on applications (account_id, zone_id) where zone_id is not null;
      create index applications_https_due on applications (https_next_at) where https_next_at is not null;`,
  },
  {
    id: 'applications-005',
    script: `
      create table certificate_requests (
        id {id},
        account_id bigint not null references accounts (id),
        requested_at bigint not null
      );
      create index certificate_requests_by_account on certificate_requests (account_id, requested_at);
      create index certificate_requests_by_time on certificate_requests (requested_at);`,
  },
];
