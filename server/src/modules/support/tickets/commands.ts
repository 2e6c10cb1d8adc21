import { type Command, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { findTicketOwner } from './operator-store.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket } from './view.ts';

const STAFF: Author = { type: 'staff', name: 'Support' };
const id = integer('The ticket.');

interface Dependencies {
  db: Database;
  clock: Clock;
  tickets: TicketService;
}

export function ticketCommands({ db, clock, tickets }: Dependencies): Command[] {
  return [
    command({
      name: 'ticket reply',
      summary: 'Answer a ticket as staff.',
      options: { id, message: text('What to say.') },
      run: ({ id, message }) =>
        db.write(function* () {
          const accountId = yield* ownerOf(id);
          const { ticket, message: written } = yield* tickets.reply(accountId, STAFF, id, message, clock.now());
          return viewReply(ticket, written);
        }),
    }),
    command({
      name: 'ticket close',
      summary: 'Close a ticket, with a last message if there is one.',
      options: { id, message: optional(text('Said before it is closed.')) },
      run: ({ id, message }) =>
        db.write(function* () {
          const accountId = yield* ownerOf(id);
          const now = clock.now();
          if (message) yield* tickets.reply(accountId, STAFF, id, message, now);
          return viewTicket(yield* tickets.close(accountId, id, now));
        }),
    }),
  ];
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findTicketOwner(id);
  if (accountId === undefined) throw notFound('Ticket');
  return accountId;
}
