import { changeRow, type Page, type PageRequest, type Query } from '@hostler/database';
import { fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import { emit } from '#kernel/events/emit.ts';
import { checkBoth } from '#kernel/limits/limit.ts';
import type { BrandSettings } from '#settings/brand.ts';
import { errors } from './errors.ts';
import { addNotice } from './notices/store.ts';
import type { NewTicket, TicketStatus } from './schemas.ts';
import * as store from './store.ts';
import { viewReply, viewTicket } from './view.ts';

export interface Author {
  type: 'customer' | 'staff' | 'system';
  name: string;
  /** The staff member, for staff only. Customers see the name. */
  staffId?: number | null;
  /** The person who writes for a customer; undefined for programs. */
  person?: { readonly id: number; readonly name: string } | undefined;
}

const MESSAGES_SHOWN = 100;

export type TicketService = ReturnType<typeof createTicketService>;

interface Dependencies {
  /** Valid departments of a ticket. An empty list permits any. */
  departments: readonly string[];
  /** Its product name is the author of tickets that the program opens. */
  brand: Pick<BrandSettings, 'productName'>;
}

export function createTicketService({ departments, brand }: Dependencies) {
  const system = (): Author => ({ type: 'system', name: brand.productName });

  function* list(accountId: number, page: PageRequest): Query<Page<store.TicketRow>> {
    return yield* store.listTickets(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.TicketRow> {
    const ticket = yield* store.findTicket(accountId, id);
    if (!ticket) throw notFound('Ticket');
    return ticket;
  }

  /** Returns the newest messages, or the newest before the given one. */
  function* findWithMessages(accountId: number, id: number, before = Number.MAX_SAFE_INTEGER) {
    const found = yield* store.findTicketWithMessages(accountId, id, { before, limit: MESSAGES_SHOWN });
    if (!found) throw notFound('Ticket');
    return found;
  }

  function* create(accountId: number, author: Author, input: NewTicket, now: number): Query<store.TicketRow> {
    const ticket = yield* open(accountId, author, input, 'open', now);
    const personId = author.person?.id ?? null;
    yield* addNotice(accountId, { ticketId: ticket.id, opens: true, message: input.message, personId, now });
    yield* checkBoth(accountId, store.openTicketsLimit, store.ticketBytesLimit);
    return ticket;
  }

  function* open(
    accountId: number,
    author: Author,
    input: NewTicket,
    status: TicketStatus,
    now: number,
  ): Query<store.TicketRow> {
    const { subject, message, priority = 'normal', department = departments[0] ?? 'general' } = input;
    checkDepartment(department);
    const ticket = yield* store.insertTicket(accountId, {
      subject,
      status,
      priority,
      department,
      messages_total: 1,
      created_at: now,
      updated_at: now,
    });
    const first = { author_type: author.type, author_name: author.name, message, created_at: now };
    yield* store.addFirstMessage(accountId, ticket, first, author.person?.id ?? null);
    yield* emit({ accountId, type: 'ticket.created', data: viewTicket(ticket), now });
    return ticket;
  }

  /** Throws a validation error if the operator has set a list of departments without this one. */
  function checkDepartment(department: string): void {
    if (departments.length === 0 || departments.includes(department)) return;
    throw validationError([fieldErrors.not_one_of('department', { values: departments.join(', ') })]);
  }

  /**
   * Writes to a customer on behalf of the service; staff need not answer. It must not fail its caller. If the account
   * has reached its limit of tickets or bytes, nothing is written.
   */
  function* notify(accountId: number, notice: { subject: string; message: string }, now: number): Query<void> {
    for (const limit of [store.openTicketsLimit, store.ticketBytesLimit]) {
      if ((yield* limit.readRoom(accountId)) <= 0) return;
    }
    yield* open(accountId, system(), { ...notice, priority: 'high' }, 'answered', now);
  }

  /**
   * Reports a customer's declaration from elsewhere to staff. It is never refused, whatever the limits of the account.
   */
  function* report(accountId: number, notice: { subject: string; message: string }, now: number): Query<void> {
    const { id: ticketId } = yield* open(accountId, system(), { ...notice, priority: 'high' }, 'open', now);
    yield* addNotice(accountId, { ticketId, opens: true, message: notice.message, personId: null, now });
  }

  /** A reply of the customer waits for staff, one of staff for the customer. Staff may always reply. */
  function* reply(accountId: number, author: Author, id: number, message: string, now: number) {
    const byStaff = author.type === 'staff';
    const { staffId = null, person = null } = author;
    const change = { status: byStaff ? 'answered' : 'customer_reply', newMessages: 1, staffId, now } as const;
    const ticket = yield* moveOn(accountId, id, change);
    if (!byStaff) yield* store.repliesLimit.check(accountId, ticket.messages_total - 1);
    const row = { author_type: author.type, author_name: author.name, message, created_at: now };
    const written = yield* store.insertMessage(accountId, ticket, row, { staffId, person });
    if (!byStaff) yield* store.ticketBytesLimit.check(accountId);
    if (author.type === 'customer') {
      yield* addNotice(accountId, { ticketId: id, opens: false, message, personId: person?.id ?? null, now });
    }
    const data = { ...viewTicket(ticket), reply: viewReply(ticket, written) };
    yield* emit({ accountId, type: 'ticket.replied', data, now });
    return { ticket, message: written };
  }

  function* close(accountId: number, id: number, now: number): Query<store.TicketRow> {
    const ticket = yield* moveOn(accountId, id, { status: 'closed', newMessages: 0, staffId: null, now });
    yield* emit({ accountId, type: 'ticket.closed', data: viewTicket(ticket), now });
    return ticket;
  }

  function moveOn(accountId: number, id: number, change: store.TicketChange): Query<store.TicketRow> {
    return changeRow(
      () => find(accountId, id),
      (ticket) => {
        if (ticket.status === 'closed') {
          throw errors.ticket_is_closed();
        }
        return store.changeStatus(accountId, ticket, change);
      },
    );
  }

  return { departments, checkDepartment, list, findWithMessages, create, notify, report, reply, close };
}
