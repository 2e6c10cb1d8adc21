import type { Command, CommandOption } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Query } from '../../kernel/db/query.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { findTicketOwner } from './operator-store.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket } from './view.ts';

const STAFF: Author = { type: 'staff', name: 'Support' };
const id: CommandOption = { type: 'integer', required: true, description: 'The ticket.' };

interface Dependencies {
  db: Database;
  clock: Clock;
  tickets: TicketService;
}

export function ticketCommands({ db, clock, tickets }: Dependencies): Command[] {
  return [
    {
      name: 'ticket reply',
      summary: 'Answer a ticket as staff.',
      options: { id, message: { type: 'string', required: true, description: 'What to say.' } },
      run: (options) =>
        db.write(function* () {
          const accountId = yield* ownerOf(options.integer('id'));
          const now = clock.now();
          const { ticket, message } = yield* tickets.reply(
            accountId,
            STAFF,
            options.integer('id'),
            options.string('message'),
            now,
          );
          return viewReply(ticket, message);
        }),
    },
    {
      name: 'ticket close',
      summary: 'Close a ticket, with a last message if there is one.',
      options: { id, message: { type: 'string', description: 'Said before it is closed.' } },
      run: (options) =>
        db.write(function* () {
          const accountId = yield* ownerOf(options.integer('id'));
          const message = options.optionalString('message');
          const now = clock.now();
          if (message) yield* tickets.reply(accountId, STAFF, options.integer('id'), message, now);
          return viewTicket(yield* tickets.close(accountId, options.integer('id'), now));
        }),
    },
  ];
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findTicketOwner(id);
  if (accountId === undefined) throw notFound('Ticket');
  return accountId;
}
