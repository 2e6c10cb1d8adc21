import { createSearchIndex, fillTotals, type Migration } from '@hostler/database';

export const migrations: Migration[] = [
  {
    id: 'tickets-001',
    script: `
      create table tickets (
        id {id},
        account_id bigint not null references accounts (id),
        subject text not null,
        status text not null,
        priority text not null,
        department text not null,
        search_text text not null,
        created_at bigint not null,
        updated_at bigint not null,
        closed_at bigint
      );
      create index tickets_by_account on tickets (account_id, id);
      create index tickets_by_status on tickets (account_id, status, id);
      create table ticket_messages (
        id {id},
        ticket_id bigint not null references tickets (id),
        author_type text not null,
        author_name text not null,
        message text not null,
        created_at bigint not null
      );
      create index ticket_messages_by_ticket on ticket_messages (ticket_id, id);`,
  },
  {
    id: 'tickets-002',
    script: `
      alter table tickets add column messages_total bigint not null default 0;
      update tickets set messages_total = (select count(*) from ticket_messages where ticket_id = tickets.id);`,
  },
  {
    id: 'tickets-003',
    script: fillTotals('tickets'),
  },
  { id: 'tickets-004', script: createSearchIndex('tickets') },
  {
    id: 'tickets-005',
    script: `
      insert into totals (account_id, list, status, count)
      select account_id, 'ticket bytes', '', sum(octet_length(message) + 1024)
      from tickets join ticket_messages on ticket_id = tickets.id group by account_id;`,
  },
  {
    // Messages of customers that staff have not received by mail. Sent rows stay for an hour to space the mails.
    id: 'tickets-006',
    script: `
      create table ticket_notices (
        id {id},
        account_id bigint not null references accounts (id),
        ticket_id bigint not null references tickets (id),
        opens bigint not null,
        excerpt text not null,
        created_at bigint not null,
        told_at bigint
      );
      create index ticket_notices_waiting on ticket_notices (id) where told_at is null;
      create index ticket_notices_told on ticket_notices (told_at) where told_at is not null;`,
  },
  {
    id: 'tickets-007',
    script: `create index tickets_waiting on tickets (id) where status in ('open', 'customer_reply');`,
  },
];
