import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { TICKET_STATUSES, type TicketStatus } from './schemas.ts';
import type { TicketRow } from './store.ts';

export type TicketOfAccount = TicketRow & {
  account_id: number;
  account_name: string;
  assignee_name: string | null;
};

type DeskTicket = Pick<TicketOfAccount, 'account_id' | 'account_name' | 'status' | 'assignee_id' | 'assignee_name'>;

const FIND = `select account_id, a.name as account_name, t.status, t.assignee_id,
    (select p.name from persons as p where p.id = t.assignee_id) as assignee_name
  from tickets as t join accounts as a on a.id = t.account_id where t.id = :id`;
const FIND_TICKET = sql<{ id: number }, DeskTicket>(FIND);
const LOCK_TICKET = sql<{ id: number }, { id: number }>('select id from tickets where id = :id {for update}');
const NEWEST_MESSAGE = sql<{ ticket_id: number }, { id: number; author_type: string; staff_name: string | null }>(
  `select m.id, m.author_type, (select p.name from persons as p where p.id = m.staff_id) as staff_name
   from ticket_messages as m where m.ticket_id = :ticket_id order by m.id desc limit 1`,
);
const STAFF_NAMES = sql<{ ticket_id: number; first: number; last: number }, { id: number; name: string }>(
  `select m.id, p.name from ticket_messages as m join persons as p on p.id = m.staff_id
   where m.ticket_id = :ticket_id and m.id >= :first and m.id <= :last`,
);

/** Returns the part of a ticket that only staff see. */
export const findDeskTicket = FIND_TICKET.one;

/** Returns the same after the writes of concurrent transactions, and keeps others waiting until the commit. */
export function* lockDeskTicket(id: number): Query<DeskTicket | undefined> {
  yield* LOCK_TICKET.one({ id });
  return yield* FIND_TICKET.one({ id });
}

export const findNewestMessage = NEWEST_MESSAGE.one;

/** Returns the names of the staff members who wrote messages, by message. */
export const listStaffNames = STAFF_NAMES.all;

/** Queues of open tickets. */
export const QUEUES = ['open', 'waiting', 'unassigned'] as const;
export type Queue = (typeof QUEUES)[number];

/** The conditions are those of the partial indexes. */
const OPEN = `t.status <> 'closed'`;

/** Lists the tickets of all accounts or of one. */
export const listAllTickets = defineStaffList<TicketOfAccount, TicketStatus>({
  select: `select t.id, account_id, (select a.name from accounts as a where a.id = account_id) as account_name, t.subject,
     t.status, t.priority, t.department, t.messages_total, t.created_at, t.updated_at, t.closed_at, t.assignee_id,
     (select p.name from persons as p where p.id = t.assignee_id) as assignee_name
   from tickets as t`,
  cursor: 't.id',
  statuses: byColumn(TICKET_STATUSES, 't.status'),
  searched: ['t.subject'],
  filters: {
    department: 't.department = :department',
    priority: 't.priority = :priority',
    assignee_id: 't.assignee_id = :assignee_id',
    open: `:open = 1 and ${OPEN}`,
    waiting: `:waiting = 1 and ${OPEN} and t.status <> 'answered'`,
    unassigned: `:unassigned = 1 and ${OPEN} and t.assignee_id is null`,
  },
});
