import type { AccountListRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { countNotes, listNotes, stopWriting } from './desk/operator-store.ts';
import { viewNote } from './desk/view.ts';
import { errors } from './errors.ts';
import { writeAnswer } from './notices/letters.ts';
import * as store from './operator-store.ts';
import type { Reply, Ticket, TicketPriority, TicketStatus } from './schemas.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket, viewWithMessages } from './view.ts';

export { QUEUES } from './operator-store.ts';

/** Customers see this name for every staff member. */
const STAFF = { type: 'staff', name: 'Support' } as const satisfies Author;

const NOTES_SHOWN = 100;

export interface TicketListRequest extends AccountListRequest<TicketStatus> {
  readonly queue?: store.Queue | undefined;
  readonly department?: string | undefined;
  readonly priority?: TicketPriority | undefined;
  readonly assignee_id?: number | undefined;
}

/** A write by staff to a ticket. */
interface StaffWrite {
  readonly id: number;
  /** The staff member. Without one, the write comes from the command line or a key. */
  readonly staff_id?: number | null | undefined;
  /** Newest message that the staff member has read. If there is a newer one, the write is refused. */
  readonly last_message_id?: number | undefined;
}

interface Dependencies {
  clock: Clock;
  links: Links;
  customerMail: CustomerMail;
  tickets: TicketService;
}

export type TicketOperatorService = ReturnType<typeof createTicketOperatorService>;

export function createTicketOperatorService({ clock, links, customerMail, tickets }: Dependencies) {
  /** Lists the tickets of all accounts, newest first. */
  function* list({ queue, department, priority, assignee_id, ...request }: TicketListRequest = {}) {
    const inQueue = queue === undefined ? {} : { [queue]: 1 };
    return (yield* store.listAllTickets(request, { department, priority, assignee_id, ...inQueue })).map(viewForStaff);
  }

  /** Returns the ticket with its newest 100 messages and notes. `before` returns older messages. */
  function* show({ id, before }: { id: number; before?: number | undefined }) {
    const desk = yield* store.findDeskTicket({ id });
    if (!desk) throw notFound('Ticket');
    const { account_id, account_name, assignee_id, assignee_name } = desk;
    const { ticket, messages } = yield* tickets.findWithMessages(account_id, id, before);
    const named = yield* nameStaff(id, messages);
    const notes = (yield* listNotes({ ticket_id: id, limit: NOTES_SHOWN })).reverse().map(viewNote);
    const notes_total = yield* countNotes(id);
    const shown = viewWithMessages(ticket, named);
    return { ...shown, account_id, account_name, assignee_id, assignee_name, notes, notes_total };
  }

  /** The people of the account also get the reply by mail. Its author becomes the assignee, if there is none. */
  function* reply({ message, ...write }: StaffWrite & { message: string }): Query<Reply> {
    const { id, staff_id: staffId = null } = write;
    const { account_id: accountId } = yield* begin(write);
    const now = clock.now();
    const { ticket, message: written } = yield* tickets.reply(accountId, { ...STAFF, staffId }, id, message, now);
    const letter = writeAnswer(ticket, message, links.to(`/tickets/${id}`));
    const cause = `ticket message ${written.id}`;
    yield* customerMail.toMembers({ accountId, kind: 'ticket_answered', cause, letter, now });
    if (staffId !== null) yield* stopWriting({ ticket_id: id, staff_id: staffId });
    return viewReply(ticket, written);
  }

  /** Closes the ticket, with a last message if one is given. */
  function* close({ message, ...write }: StaffWrite & { message?: string | undefined }): Query<Ticket> {
    const { account_id } = yield* begin(write);
    if (message) yield* reply({ id: write.id, staff_id: write.staff_id, message });
    return viewTicket(yield* tickets.close(account_id, write.id, clock.now()));
  }

  return { list, show, reply, close };
}

/** Locks the ticket. Throws if it is closed, or if a message is unread. */
function* begin({ id, last_message_id }: StaffWrite) {
  const ticket = yield* requireOpen(id);
  if (last_message_id === undefined) return ticket;
  const newest = yield* store.findNewestMessage({ ticket_id: id });
  if (!newest || newest.id <= last_message_id) return ticket;
  const author = newest.author_type === 'customer' ? 'the customer' : (newest.staff_name ?? 'support');
  throw errors.ticket_has_newer_message({ id, author, message_id: newest.id });
}

/** Locks a ticket for a change by staff. Throws if it is closed. */
export function* requireOpen(id: number) {
  const ticket = yield* store.lockDeskTicket(id);
  if (!ticket) throw notFound('Ticket');
  if (ticket.status === 'closed') throw errors.ticket_already_closed({ id });
  return ticket;
}

/** Returns the messages under the names of the staff members who wrote them. */
function* nameStaff<M extends { id: number; author_name: string }>(ticketId: number, messages: readonly M[]) {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return [...messages];
  const rows = yield* store.listStaffNames({ ticket_id: ticketId, first: first.id, last: last.id });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return messages.map((message) => ({ ...message, author_name: names.get(message.id) ?? message.author_name }));
}

function viewForStaff(row: store.TicketOfAccount) {
  const { account_id, account_name, assignee_id, assignee_name, messages_total } = row;
  return { ...viewTicket(row), account_id, account_name, assignee_id, assignee_name, messages_total };
}
