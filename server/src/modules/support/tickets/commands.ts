import { type Command, command, integer, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { TicketOperatorService } from './operator-service.ts';

const id = integer('The ticket.');

export function ticketCommands({ db, tickets }: { db: Database; tickets: TicketOperatorService }): Command[] {
  return [
    command({
      name: 'ticket reply',
      summary: 'Answer a ticket as staff.',
      options: { id, message: text('What to say.') },
      run: (given) => db.write(() => tickets.reply(given)),
    }),
    command({
      name: 'ticket close',
      summary: 'Close a ticket, with a last message if there is one.',
      options: { id, message: optional(text('Said before it is closed.')) },
      run: (given) => db.write(() => tickets.close(given)),
    }),
  ];
}
