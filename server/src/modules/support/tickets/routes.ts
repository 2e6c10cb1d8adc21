import { viewPage } from '@hostler/database';
import type { Customer } from '#kernel/http/caller.ts';
import { command, list, type Route, show } from '#kernel/http/route.ts';
import {
  NewReply,
  NewTicket,
  OlderMessages,
  Reply,
  TICKET_ORDERS,
  TICKET_STATUSES,
  Ticket,
  TicketWithMessages,
} from './schemas.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket, viewWithMessages } from './view.ts';

const id = { aliases: ['ticket_id'], description: 'Identifier of the ticket.' };

export function ticketRoutes(tickets: TicketService): Route[] {
  return [
    list({
      path: '/tickets',
      access: 'tickets.read',
      summary: 'List tickets',
      description: 'Lists the tickets of the account, newest first. `search` matches the subject.',
      item: Ticket,
      statuses: TICKET_STATUSES,
      orders: TICKET_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* tickets.list(caller.account.id, page), viewTicket);
      },
    }),
    show({
      path: '/tickets/show',
      access: 'tickets.read',
      summary: 'Get a ticket',
      description:
        'Returns one ticket with its newest messages, oldest first. The response has up to 100 messages and stays below 1 MiB. To read older messages, send the id of the first message as `before` until `messages` is empty.',
      id,
      query: OlderMessages,
      data: TicketWithMessages,
      *handle({ caller, id, query }) {
        const { ticket, messages } = yield* tickets.findWithMessages(caller.account.id, id, query.before);
        return viewWithMessages(ticket, messages);
      },
    }),
    command({
      path: '/tickets',
      access: 'tickets.write',
      summary: 'Create a ticket',
      description: 'Creates a ticket with the status `open`. Emits `ticket.created`.',
      status: 201,
      message: 'Ticket created.',
      body: NewTicket,
      data: Ticket,
      errors: ['QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewTicket(yield* tickets.create(caller.account.id, authorOf(caller), body, now));
      },
    }),
    command({
      path: '/tickets/reply',
      access: 'tickets.write',
      summary: 'Reply to a ticket',
      description:
        'Adds a message to a ticket. Emits `ticket.replied`. If the ticket is closed, the error is `TICKET_CLOSED`.',
      status: 201,
      message: 'Reply added.',
      id,
      body: NewReply,
      data: Reply,
      errors: ['TICKET_CLOSED', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, body, now }) {
        const { ticket, message } = yield* tickets.reply(caller.account.id, authorOf(caller), id, body.message, now);
        return viewReply(ticket, message);
      },
    }),
    command({
      path: '/tickets/close',
      access: 'tickets.write',
      summary: 'Close a ticket',
      description:
        'Closes a ticket. A closed ticket cannot be reopened. Emits `ticket.closed`. If the ticket is already closed, the error is `TICKET_CLOSED`.',
      status: 200,
      message: 'Ticket closed.',
      id,
      data: Ticket,
      errors: ['TICKET_CLOSED'],
      *handle({ caller, id, now }) {
        return viewTicket(yield* tickets.close(caller.account.id, id, now));
      },
    }),
  ];
}

function authorOf({ account, person }: Customer): Author {
  return { type: 'customer', name: account.name, person };
}
