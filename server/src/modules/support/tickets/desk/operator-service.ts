import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import { checkLabel } from '#kernel/name.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import { requireOpen, type TicketOperatorService } from '../operator-service.ts';
import { findDeskTicket, findNewestMessage } from '../operator-store.ts';
import type { TicketPriority } from '../schemas.ts';
import type { TicketService } from '../service.ts';
import * as store from './operator-store.ts';

/** Counts of queues stop here. */
const MOST_COUNTED = 10_000;
const MOST_DEPARTMENTS = 50;
const MOST_STAFF = 500;
const MOST_WRITERS = 5;
const LONGEST_NOTE = 20_000;
const LONGEST_DEPARTMENT = 64;
/** A staff member is writing for this long after their last sign of it. */
const WRITING_FOR = 15 * SECOND;

interface Assignment {
  readonly id: number;
  /** The new assignee. Absent: nobody. */
  readonly assignee_id?: number | undefined;
  /** Assignee that the caller has seen; 0 for nobody. If it is another one now, the change is refused. */
  readonly expected_assignee_id?: number | undefined;
}

interface Dependencies {
  clock: Clock;
  tickets: TicketService;
  shown: Pick<TicketOperatorService, 'show'>;
}

export type DeskOperatorService = ReturnType<typeof createDeskOperatorService>;

/** Operations of staff on tickets that customers do not see. */
export function createDeskOperatorService({ clock, tickets, shown }: Dependencies) {
  /** Customers do not see the assignee, so the audit entry is not in their log. */
  function* assign({ id, assignee_id, expected_assignee_id }: Assignment) {
    const ticket = yield* requireOpen(id);
    const current = ticket.assignee_id ?? 0;
    const holder = ticket.assignee_name ?? 'nobody';
    if (expected_assignee_id !== undefined && expected_assignee_id !== current) {
      throw errors.ticket_assigned_meanwhile({ id, holder });
    }
    if (current === (assignee_id ?? 0)) throw errors.ticket_already_assigned({ id, holder });
    if (assignee_id !== undefined && !(yield* store.findStaffMember({ id: assignee_id }))) {
      throw validationError([fieldErrors.not_active_staff('assignee_id')]);
    }
    yield* store.assign({ id, account_id: ticket.account_id, assignee_id: assignee_id ?? null });
    yield* auditForStaff(id);
    return yield* shown.show({ id });
  }

  /** Changes the priority or the department. Customers see both. Omitted fields keep their values. */
  function* update(given: { id: number; priority?: TicketPriority | undefined; department?: string | undefined }) {
    const { id, priority = null, department = null } = given;
    if (department !== null) {
      const details = checkLabel(department, LONGEST_DEPARTMENT, 'department');
      if (details.length > 0) throw validationError(details);
      tickets.checkDepartment(department);
    }
    if (priority === null && department === null) {
      throw validationError([fieldErrors.priority_or_department('priority')]);
    }
    const { account_id } = yield* requireOpen(id);
    yield* store.update({ id, account_id, priority, department, now: clock.now() });
    return yield* shown.show({ id });
  }

  /** Adds a note that only staff can read. Closed tickets take notes, too. */
  function* addNote({ id, note, staff_id }: { id: number; note: string; staff_id?: number | null | undefined }) {
    if (note.trim() === '' || note.length > LONGEST_NOTE) {
      throw validationError([general.not_length('note', { max: LONGEST_NOTE })]);
    }
    yield* requireTicket(id);
    yield* store.addNote({ ticket_id: id, staff_id: staff_id ?? null, note, now: clock.now() });
    if (staff_id) yield* store.stopWriting({ ticket_id: id, staff_id });
    yield* auditForStaff(id);
    return yield* shown.show({ id });
  }

  /** Returns the number of open tickets in each queue. */
  function* countQueues({ staff_id }: { staff_id?: number | null | undefined } = {}) {
    const counts = yield* store.countQueues({ staff_id: staff_id ?? 0, most: MOST_COUNTED });
    const found = yield* store.countDepartments({ most: MOST_COUNTED, limit: MOST_DEPARTMENTS });
    const empty = tickets.departments.filter((name) => found.every(({ department }) => department !== name));
    const departments = [...found, ...empty.map((department) => ({ department, open: 0 }))];
    const { waiting = 0, unassigned = 0, mine = 0, open = 0 } = counts ?? {};
    return { waiting, unassigned, mine, open, departments, counted_to: MOST_COUNTED };
  }

  function* listAssignees(): Query<{ assignees: store.StaffName[] }> {
    return { assignees: yield* store.listStaff({ limit: MOST_STAFF }) };
  }

  /** Returns the other staff members who are writing, and the newest message. */
  function* watch({ id, staff_id }: { id: number; staff_id: number | null }) {
    yield* requireTicket(id);
    const since = clock.now() - WRITING_FOR;
    const writing = yield* store.listWriters({ ticket_id: id, staff_id: staff_id ?? 0, since, limit: MOST_WRITERS });
    const newest = yield* findNewestMessage({ ticket_id: id });
    return { writing, last_message_id: newest?.id ?? null };
  }

  /** Tells the others that a staff member is writing, for 15 seconds or until they send. */
  function* markWriting({ id, staff_id }: { id: number; staff_id: number | null }) {
    const watched = yield* watch({ id, staff_id });
    if (staff_id !== null) yield* store.markWriting({ ticket_id: id, staff_id, now: clock.now() });
    return watched;
  }

  /** The entry belongs to no account, so that it is not in the audit log of the customer. */
  function auditForStaff(id: number): Query<void> {
    return audit({ accounts: [], record: { type: 'ticket', id, label: null }, now: clock.now() });
  }

  return { assign, update, addNote, countQueues, listAssignees, watch, markWriting };
}

function* requireTicket(id: number): Query<void> {
  if (!(yield* findDeskTicket({ id }))) throw notFound('Ticket');
}
