import {
  ANSWER_BYTES,
  addToTotal,
  later,
  listedTable,
  type NewRow,
  nullable,
  number,
  pickWithinBytes,
  type Query,
  ROW_BYTES,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { TICKET_ORDERS, type TicketPriority, type TicketStatus } from './schemas.ts';

const tickets = listedTable('tickets', {
  id: number(),
  subject: text(),
  status: text<TicketStatus>(),
  priority: text<TicketPriority>(),
  department: text(),
  /** Stored, so that messages need not be counted. */
  messages_total: number(),
  created_at: number(),
  updated_at: number(),
  closed_at: later(number()),
  /** Staff member who handles it. Only staff see it. */
  assignee_id: later(number()),
});
export type TicketRow = Row<typeof tickets>;

const messages = table(
  'ticket_messages',
  {
    id: number(),
    author_type: text<'customer' | 'staff' | 'system'>(),
    author_name: text(),
    message: text(),
    created_at: number(),
  },
  { hidden: { ticket_id: number(), staff_id: nullable(number()), person_id: nullable(number()) } },
);
/** A message with the name of the person who wrote it for the account. */
export type MessageRow = Row<typeof messages> & { author_person: string | null };

/** Who wrote a message: a person of the account, a staff member, or neither. */
export interface Writer {
  readonly staffId: number | null;
  readonly person: { readonly id: number; readonly name: string } | null;
}

export interface TicketChange {
  status: TicketStatus;
  newMessages: number;
  /** Staff member who becomes the assignee, if there is none. */
  staffId: number | null;
  now: number;
}

const CHANGE_STATUS = sql<
  Pick<TicketRow, 'id' | 'status' | 'closed_at'> & {
    account_id: number;
    from: TicketStatus;
    new_messages: number;
    staff_id: number | null;
    now: number;
  },
  TicketRow
>(
  `update tickets set status = :status, messages_total = messages_total + :new_messages, updated_at = :now, closed_at = :closed_at,
     assignee_id = coalesce(assignee_id, :staff_id)
   where account_id = :account_id and id = :id and status = :from returning ${tickets.columns}`,
);
const ADD_MESSAGE = sql<NewRow<typeof messages> & { ticket_id: number; person_id: number | null }>(
  `insert into ticket_messages (ticket_id, author_type, author_name, message, created_at, person_id)
   values (:ticket_id, :author_type, :author_name, :message, :created_at, :person_id)`,
);
const NEWEST_MESSAGES = pickWithinBytes({
  from: 'tickets as owned join ticket_messages as m on m.ticket_id = owned.id',
  where: 'owned.account_id = :account_id and owned.id = :id and m.id < :before',
  key: 'm.id',
  order: 'm.id',
  direction: 'desc',
  text: 'm.message',
});
type Sought = { account_id: number; id: number; before: number; limit: number; bytes: number };
type FoundRow = TicketRow &
  Omit<MessageRow, 'id' | 'created_at'> & { message_id: number | null; message_created_at: number };
const MESSAGE = `m.id as message_id, author_type, author_name, message, m.created_at as message_created_at,
  (select p.name from persons as p where p.id = m.person_id) as author_person`;
// A single statement for both, because every statement is a round trip on PostgreSQL.
const FIND_WITH_MESSAGES = sql<Sought, FoundRow>(
  `select t.*, ${MESSAGE}
   from (select ${tickets.columns} from tickets where account_id = :account_id and id = :id) as t
   left join (${NEWEST_MESSAGES}) as p on true left join ticket_messages as m on m.id = p.picked order by m.id`,
);
/**
 * The same for a ticket that fits into a response as a whole, as nearly all do: selecting messages costs more than the
 * rest. A single message is shown however long it is. With `whole` = 0 the row has no messages.
 */
const FIND_WHOLE = sql<Sought, FoundRow & { whole: number }>(
  `select t.*, ${MESSAGE}
   from (select ${tickets.columns}, case when messages_total <= 1 or messages_total <= :limit and :bytes >=
           (select coalesce(sum(octet_length(w.message) + ${ROW_BYTES}), 0) from ticket_messages as w
            where w.ticket_id = tickets.id) then 1 else 0 end as whole
         from tickets where account_id = :account_id and id = :id) as t
   left join ticket_messages as m on m.ticket_id = t.id and t.whole = 1 and m.id < :before order by m.id`,
);
export const openTicketsLimit = defineLimit({
  name: 'open_tickets',
  default: 1_000,
  what: 'open tickets',
  advice: 'Close one',
  counts: { list: 'tickets', statuses: ['open', 'answered', 'customer_reply'] satisfies TicketStatus[] },
});

/** The opening message does not count. */
export const repliesLimit = defineLimit({
  name: 'replies',
  default: 1_000,
  what: 'replies',
  advice: 'Open a new one',
  each: 'ticket',
});

const BYTES = 'ticket bytes';

/** Closed tickets and their messages are kept. Without this limit, opening and closing tickets would fill the disk. */
export const ticketBytesLimit = defineLimit({
  name: 'ticket_bytes',
  default: 1024 ** 3,
  what: 'messages in tickets',
  advice: 'Write to your provider in another way',
  unit: 'bytes',
  counts: { list: BYTES },
});

/** Overhead of a message besides its text: its row, its part of the ticket and the indexes. */
const BYTES_OF_EACH = 1024;

export const listTickets = tickets.listIn(TICKET_ORDERS);
export const findTicket = tickets.find;

export function insertTicket(accountId: number, ticket: NewRow<typeof tickets>): Query<TicketRow> {
  return tickets.insert(accountId, ticket, { search: [ticket.subject] });
}

/**
 * Changes the status if it is still the expected one, and counts the new messages. Returns undefined if the status
 * changed concurrently.
 */
export function changeStatus(
  accountId: number,
  ticket: TicketRow,
  { status, newMessages, staffId, now }: TicketChange,
): Query<TicketRow | undefined> {
  const update = CHANGE_STATUS.one({
    account_id: accountId,
    id: ticket.id,
    from: ticket.status,
    status,
    new_messages: newMessages,
    staff_id: staffId,
    now,
    closed_at: status === 'closed' ? now : null,
  });
  return tickets.change(accountId, ticket, update);
}

/**
 * Returns the ticket with its newest messages before the given one, oldest first, up to the limit and the size of a
 * response.
 */
export function* findTicketWithMessages(
  accountId: number,
  id: number,
  { before, limit }: { before: number; limit: number },
): Query<{ ticket: TicketRow; messages: MessageRow[] } | undefined> {
  const sought = { account_id: accountId, id, before, limit, bytes: ANSWER_BYTES };
  const found = yield* FIND_WHOLE.all(sought);
  const [short] = found;
  if (!short) return undefined;
  const rows = short.whole === 1 ? found : yield* FIND_WITH_MESSAGES.all(sought);
  const [ticket = short] = rows;
  const messages: MessageRow[] = [];
  for (const { message_id, message_created_at, author_type, author_name, author_person, message } of rows) {
    // A ticket without earlier messages still has one row.
    if (message_id === null) continue;
    messages.push({
      id: message_id,
      ...{ author_type, author_name, author_person, message },
      created_at: message_created_at,
    });
  }
  return { ticket, messages };
}

/** Adds the opening message. Its id is not needed. */
export function* addFirstMessage(
  accountId: number,
  ticket: TicketRow,
  message: NewRow<typeof messages>,
  personId: number | null,
): Query<void> {
  yield* ADD_MESSAGE.send({ ...message, ticket_id: ticket.id, person_id: personId }, [accountId]);
  yield* countBytes(accountId, message);
}

export function* insertMessage(
  accountId: number,
  ticket: TicketRow,
  message: NewRow<typeof messages>,
  { staffId, person }: Writer,
): Query<MessageRow> {
  const hidden = { ticket_id: ticket.id, staff_id: staffId, person_id: person?.id ?? null };
  const row = yield* messages.insertOf(accountId, message, hidden);
  yield* countBytes(accountId, message);
  return { ...row, author_person: person?.name ?? null };
}

function countBytes(accountId: number, { message }: NewRow<typeof messages>): Query<void> {
  return addToTotal(accountId, BYTES, '', Buffer.byteLength(message) + BYTES_OF_EACH);
}
