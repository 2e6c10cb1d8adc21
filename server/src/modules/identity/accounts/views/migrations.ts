import type { Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'account-views-001',
    script: `
      create table account_views (
        id {id},
        account_id bigint not null references accounts (id),
        person_id bigint references persons (id),
        session_id bigint,
        key_id bigint,
        viewer text not null,
        reason text not null,
        began_at bigint not null,
        ends_at bigint not null,
        disclose_at bigint,
        delay_reason text
      );
      create index account_views_by_person on account_views (person_id, ends_at);
      create index account_views_by_key on account_views (key_id, ends_at);
      create index account_views_by_start on account_views (began_at);
      create index account_views_to_disclose on account_views (disclose_at) where disclose_at is not null;`,
  },
];
