import type { AccountListRequest, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { writeAnswer } from './notices/letters.ts';
import { findTicketOwner, listAllTickets, type TicketOfAccount } from './operator-store.ts';
import type { Reply, Ticket, TicketStatus } from './schemas.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket, viewWithMessages } from './view.ts';

const STAFF: Author = { type: 'staff', name: 'Support' };
export interface TicketListRequest extends AccountListRequest<TicketStatus> {
  readonly department?: string | undefined;
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
  function* list({ department, ...request }: TicketListRequest = {}) {
    return (yield* listAllTickets(request, { department })).map(viewForStaff);
  }

  /** Returns the ticket with its newest 100 messages. `before` returns older ones. */
  function* show({ id, before }: { id: number; before?: number | undefined }) {
    const account_id = yield* ownerOf(id);
    const { ticket, messages } = yield* tickets.findWithMessages(account_id, id, before);
    return { account_id, ...viewWithMessages(ticket, messages) };
  }

  /** The people of the account also get the reply by mail. */
  function* reply({ id, message }: { id: number; message: string }): Query<Reply> {
    const accountId = yield* ownerOf(id);
    const now = clock.now();
    const { ticket, message: written } = yield* tickets.reply(accountId, STAFF, id, message, now);
    const letter = writeAnswer(ticket, message, links.to(`/tickets/${id}`));
    const cause = `ticket message ${written.id}`;
    yield* customerMail.toMembers({ accountId, kind: 'ticket_answered', cause, letter, now });
    return viewReply(ticket, written);
  }

  /** Closes the ticket, with a last message if one is given. */
  function* close({ id, message }: { id: number; message?: string | undefined }): Query<Ticket> {
    if (message) yield* reply({ id, message });
    return viewTicket(yield* tickets.close(yield* ownerOf(id), id, clock.now()));
  }

  return { list, show, reply, close };
}

function viewForStaff({ account_id, account_name, ...ticket }: TicketOfAccount) {
  return { ...viewTicket(ticket), account_id, account_name, messages_total: ticket.messages_total };
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findTicketOwner(id);
  if (accountId === undefined) throw notFound('Ticket');
  return accountId;
}
