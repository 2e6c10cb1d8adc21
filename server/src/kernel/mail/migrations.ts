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
];
