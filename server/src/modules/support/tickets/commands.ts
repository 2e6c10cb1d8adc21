import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, prose, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { TicketOperatorService } from './operator-service.ts';
import { TICKET_STATUSES } from './schemas.ts';

const id = integer('Ticket id.');

export function ticketCommands({ db, tickets }: { db: Database; tickets: TicketOperatorService }): Command[] {
  return [
    listCommand({
      name: 'ticket list',
      route: { roles: EVERY_ROLE },
      summary: 'List tickets.',
      options: {
        account: optional(integer('Filter by account id.')),
        department: optional(text('Filter by department.')),
      },
      columns: ['id', 'account_id', 'account_name', 'subject', 'status', 'priority', 'department', 'updated_at'],
      statuses: TICKET_STATUSES,
      searched: 'subject',
      page: async ({ account, ...given }) => db.read(tickets.list({ ...given, account_id: account })),
    }),
    command({
      name: 'ticket show',
      route: { roles: EVERY_ROLE },
      summary: 'Show a ticket with its newest 100 messages.',
      options: { id, before: optional(integer('Only messages older than this message id.')) },
      run: async (given) => db.read(tickets.show(given)),
      describe: ({ messages, ...ticket }) => {
        const facts = Object.entries(ticket).map(([name, value]) => `${name}: ${value ?? '-'}`);
        const texts = messages.map(
          (one) => `#${one.id} ${one.author_name} (${one.author_type}), ${one.created_at}\n${one.message}`,
        );
        return [facts.join('\n'), ...texts].join('\n\n');
      },
    }),
    command({
      name: 'ticket reply',
      route: { roles: EVERY_ROLE },
      summary: 'Reply to a ticket as staff.',
      options: { id, message: prose('Message text.') },
      run: (given) => db.write(() => tickets.reply(given)),
    }),
    command({
      name: 'ticket close',
      route: { roles: EVERY_ROLE },
      summary: 'Close a ticket, optionally with a last message.',
      options: { id, message: optional(prose('Message to send before closing.')) },
      run: (given) => db.write(() => tickets.close(given)),
    }),
  ];
}
