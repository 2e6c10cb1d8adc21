import type { Migration } from '@hostler/database';

export const mailMigrations: Migration[] = [
  {
    id: 'mail-001',
    script: `
      create table mails (
        id {id},
        kind text not null,
        message_id text not null unique,
        recipient text not null,
        inbox text not null,
        caused_by text,
        asked_for bigint not null,
        content text,
        attempts bigint not null,
        created_at bigint not null,
        give_up_at bigint not null,
        next_at bigint,
        ended_at bigint,
        result text
      );
      create index mails_waiting on mails (id) where ended_at is null;
      create index mails_due on mails (next_at) where next_at is not null;
      create index mails_of_inbox on mails (inbox, created_at);
      create index mails_caused on mails (caused_by, created_at) where caused_by is not null;
      create index mails_ended on mails (ended_at) where ended_at is not null;`,
  },
  {
    id: 'mail-002',
    script: `
      alter table mails add column reason text;
      create index mails_given_up on mails (id) where result = 'given_up';`,
  },
  {
    id: 'mail-003',
    script: `
      alter table mails add column account_id bigint;
      alter table mails add column cause text;
      alter table mails add column subject text;
      alter table mails add column to_staff bigint not null default 0;
      alter table mails add column is_proof bigint not null default 0;
      alter table mails add column is_blanked bigint not null default 0;
      alter table mails add column resent_of bigint;
      create index mails_by_account on mails (account_id, id) where account_id is not null;
      create index mails_by_kind on mails (kind, id);
      create index mails_by_cause on mails (cause, id);
      create index mails_resent on mails (resent_of) where resent_of is not null;
      drop index mails_ended;
      create index mails_with_text on mails (ended_at) where ended_at is not null and content is not null and is_proof = 0;
      create index mails_ended on mails (ended_at) where ended_at is not null and is_proof = 0;
      create index mails_proven on mails (ended_at) where ended_at is not null and is_proof = 1;`,
  },
];
