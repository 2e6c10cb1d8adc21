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
  {
    // The desk of staff. Partial indexes keep the queues fast among many closed tickets.
    id: 'tickets-008',
    script: `
      alter table tickets add column assignee_id bigint references persons (id);
      alter table ticket_messages add column staff_id bigint references persons (id);
      create index tickets_by_assignee on tickets (assignee_id, id) where assignee_id is not null;
      create index tickets_open on tickets (id) where status <> 'closed';
      create index tickets_unassigned on tickets (id) where status <> 'closed' and assignee_id is null;
      create index tickets_open_by_assignee on tickets (assignee_id, id)
        where status <> 'closed' and assignee_id is not null;
      create index tickets_open_by_department on tickets (department, id) where status <> 'closed';
      create index tickets_by_department on tickets (department, id);
      create index tickets_by_priority on tickets (priority, id);
      create index tickets_of_all_by_status on tickets (status, id);`,
  },
  {
    // Notes name no account: nothing that a customer reads is derived from them.
    id: 'tickets-009',
    script: `
      create table ticket_notes (
        id {id},
        ticket_id bigint not null references tickets (id),
        staff_id bigint references persons (id),
        note text not null,
        created_at bigint not null
      );
      create index ticket_notes_by_ticket on ticket_notes (ticket_id, id);
      create table ticket_writers (
        ticket_id bigint not null references tickets (id),
        staff_id bigint not null references persons (id),
        at bigint not null,
        primary key (ticket_id, staff_id)
      );
      create index ticket_writers_by_time on ticket_writers (at);
      create table canned_replies (
        id {id},
        title text not null unique,
        message text not null,
        created_at bigint not null,
        updated_at bigint not null
      );`,
  },
  {
    // With `in`, SQLite would prefer the index by status and sort.
    id: 'tickets-010',
    script: `
      drop index tickets_waiting;
      create index tickets_waiting on tickets (id) where status <> 'closed' and status <> 'answered';`,
  },
  // The order of a list.
  { id: 'tickets-011', script: `create index tickets_by_update on tickets (account_id, updated_at, id);` },
  {
    // The person who wrote for the customer. The name is read from the person, so that it is erased with them.
    id: 'tickets-012',
    script: `
      alter table ticket_messages add column person_id bigint references persons (id);
      alter table ticket_notices add column person_id bigint references persons (id);`,
  },
];
