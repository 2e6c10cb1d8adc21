import { type Query, sql } from '@hostler/database';
import type { TicketPriority } from '../schemas.ts';

export interface NoteRow {
  id: number;
  /** Null for a note from the command line or a key. */
  author_name: string | null;
  note: string;
  created_at: number;
}

interface Writer {
  ticket_id: number;
  staff_id: number;
}

/** A staff member. */
export interface StaffName {
  id: number;
  name: string;
}

const NOTES = sql<{ ticket_id: number; limit: number }, NoteRow>(
  `select n.id, (select p.name from persons as p where p.id = n.staff_id) as author_name, n.note, n.created_at
   from ticket_notes as n where n.ticket_id = :ticket_id order by n.id desc limit :limit`,
);
const COUNT_NOTES = sql<{ ticket_id: number }, { count: number }>(
  'select count(*) as count from ticket_notes where ticket_id = :ticket_id',
);
// Without an account in the statement, the audit entry is not one of the customer.
const ADD_NOTE = sql<{ ticket_id: number; staff_id: number | null; note: string; now: number }, { id: number }>(
  `insert into ticket_notes (ticket_id, staff_id, note, created_at)
   values (:ticket_id, :staff_id, :note, :now) returning id`,
);

const ACTIVE_STAFF = 'staff_role is not null and staff_disabled_at is null and disabled_at is null';
const STAFF = sql<{ limit: number }, StaffName>(
  `select id, name from persons where ${ACTIVE_STAFF} order by name, id limit :limit`,
);
const STAFF_MEMBER = sql<{ id: number }, StaffName>(`select id, name from persons where id = :id and ${ACTIVE_STAFF}`);
const ASSIGN = sql<{ id: number; account_id: number; assignee_id: number | null }>(
  'update tickets set assignee_id = :assignee_id where account_id = :account_id and id = :id',
);
const UPDATE = sql<{
  id: number;
  account_id: number;
  priority: TicketPriority | null;
  department: string | null;
  now: number;
}>(
  `update tickets set priority = coalesce(:priority, priority), department = coalesce(:department, department),
     updated_at = :now where account_id = :account_id and id = :id`,
);

const OPEN = `status <> 'closed'`;
/**
 * Counts at most `most` rows, each from a partial index. Without the order SQLite scans the index of all statuses, with
 * all closed tickets.
 */
const counted = (where: string) =>
  `(select count(*) from (select 1 from tickets where ${where} order by id limit :most) as counted)`;
const COUNT_QUEUES = sql<
  { staff_id: number; most: number },
  { waiting: number; unassigned: number; mine: number; open: number }
>(
  `select ${counted(`${OPEN} and status <> 'answered'`)} as waiting,
      ${counted(`${OPEN} and assignee_id is null`)} as unassigned,
     ${counted(`${OPEN} and assignee_id = :staff_id`)} as mine, ${counted(OPEN)} as open`,
);
// Steps from one department to the next by the index, never over all open tickets.
const COUNT_DEPARTMENTS = sql<{ most: number; limit: number }, { department: string; open: number }>(
  `with recursive met (department) as (
     select (select min(department) from tickets where ${OPEN})
     union all
     select (select min(department) from tickets where ${OPEN} and department > met.department) from met
     where met.department is not null)
   select met.department, ${counted(`${OPEN} and department = met.department`)} as open
   from met where met.department is not null limit :limit`,
);

const WRITE = sql<Writer & { now: number }>(
  `insert into ticket_writers (ticket_id, staff_id, at) values (:ticket_id, :staff_id, :now)
   on conflict (ticket_id, staff_id) do update set at = excluded.at`,
);
const STOP_WRITING = sql<Writer>('delete from ticket_writers where ticket_id = :ticket_id and staff_id = :staff_id');
const WRITERS = sql<Writer & { since: number; limit: number }, StaffName>(
  `select p.id, p.name from ticket_writers as w join persons as p on p.id = w.staff_id
   where w.ticket_id = :ticket_id and w.staff_id <> :staff_id and w.at > :since order by w.at limit :limit`,
);
const FORGET_WRITERS = sql<{ before: number; limit: number }>(
  `delete from ticket_writers where (ticket_id, staff_id) in (
     select ticket_id, staff_id from ticket_writers where at < :before order by at limit :limit)`,
);

export const listNotes = NOTES.all;
export const addNote = ADD_NOTE.one;
export function* countNotes(ticketId: number): Query<number> {
  return (yield* COUNT_NOTES.one({ ticket_id: ticketId }))?.count ?? 0;
}

export const listStaff = STAFF.all;
/** Returns undefined if the person is no active staff member. */
export const findStaffMember = STAFF_MEMBER.one;
export const assign = ASSIGN.run;
/** Null keeps a value. */
export const update = UPDATE.run;

export const countQueues = COUNT_QUEUES.one;
export const countDepartments = COUNT_DEPARTMENTS.all;

export const markWriting = WRITE.run;
export const stopWriting = STOP_WRITING.run;
export const listWriters = WRITERS.all;
export const forgetWriters = FORGET_WRITERS.run;
