import { viewPage } from '../../../kernel/db/page.ts';
import type { Customer } from '../../../kernel/http/caller.ts';
import { command, list, type Route, show } from '../../../kernel/http/route.ts';
import { NewReply, NewTicket, OlderMessages, Reply, TICKET_STATUSES, Ticket, TicketWithMessages } from './schemas.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket, viewWithMessages } from './view.ts';

const id = { aliases: ['ticket_id'], description: 'The ticket.' };

export function ticketRoutes(tickets: TicketService): Route[] {
  return [
    list({
      path: '/tickets',
      access: 'tickets.read',
      summary: 'List tickets',
      description: 'The search looks at the subject.',
      item: Ticket,
      statuses: TICKET_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* tickets.list(caller.account.id, page), viewTicket);
      },
    }),
    show({
      path: '/tickets/show',
      access: 'tickets.read',
      summary: 'Show a ticket',
      description:
        'With its newest 100 messages, oldest first; with fewer where they are long, so that the answer stays below 1 MiB. Get older ones with `before`, the id of the first message you have, until you have `messages_total` or there are none.',
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
      summary: 'Open a ticket',
      description: 'Emits `ticket.created`.',
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
      description: 'Emits `ticket.replied`. A closed ticket takes no reply.',
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
      description: 'Closing is final. Emits `ticket.closed`.',
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

function authorOf({ account }: Customer): Author {
  return { type: 'customer', name: account.name };
}
