import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, optional, prose, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { StaffTicket, StaffTicketWithMessages } from './desk/schemas.ts';
import { QUEUES, type TicketOperatorService } from './operator-service.ts';
import { PRIORITIES, Reply, TICKET_STATUSES, Ticket } from './schemas.ts';

const id = integer('Ticket id.');
const last_message_id = optional(
  integer('Newest message that you have read. If there is a newer one, the command is refused.'),
);

export function ticketCommands({ db, tickets }: { db: Database; tickets: TicketOperatorService }): Command[] {
  return [
    listCommand({
      name: 'ticket list',
      route: { roles: EVERY_ROLE, data: StaffTicket },
      summary: 'List tickets.',
      options: {
        account: optional(integer('Filter by account id.')),
        queue: optional(
          choice(
            QUEUES,
            'Only tickets that are not closed. `waiting`: for a reply from staff. `unassigned`: without assignee.',
          ),
        ),
        assignee_id: optional(integer('Filter by the person id of the assignee.')),
        department: optional(text('Filter by department.')),
        priority: optional(choice(PRIORITIES, 'Filter by priority.')),
      },
      columns: [
        'id',
        'account_id',
        'account_name',
        'subject',
        'status',
        'priority',
        'department',
        'assignee_name',
        'updated_at',
      ],
      statuses: TICKET_STATUSES,
      searched: 'subject',
      page: async ({ account, ...given }) => db.read(tickets.list({ ...given, account_id: account })),
    }),
    command({
      name: 'ticket show',
      route: { roles: EVERY_ROLE, data: StaffTicketWithMessages },
      summary: 'Show a ticket with its newest 100 messages and internal notes.',
      options: { id, before: optional(integer('Only messages older than this message id.')) },
      run: async (given) => db.read(tickets.show(given)),
      describe: ({ messages, notes, ...ticket }) => {
        const facts = Object.entries(ticket).map(([name, value]) => `${name}: ${value ?? '-'}`);
        const texts = messages.map(
          (one) => `#${one.id} ${nameAuthor(one)} (${one.author_type}), ${one.created_at}\n${one.message}`,
        );
        const internal = notes.map((one) => `Note of ${one.author_name}, ${one.created_at}\n${one.note}`);
        return [facts.join('\n'), ...texts, ...internal].join('\n\n');
      },
    }),
    command({
      name: 'ticket reply',
      route: { roles: EVERY_ROLE, data: Reply },
      summary: 'Reply to a ticket as staff.',
      options: { id, message: prose('Message text.'), last_message_id },
      run: (given, { staff }) => db.write(() => tickets.reply({ ...given, staff_id: staff?.id })),
    }),
    command({
      name: 'ticket close',
      route: { roles: EVERY_ROLE, data: Ticket },
      summary: 'Close a ticket, optionally with a last message.',
      options: { id, message: optional(prose('Message to send before closing.')), last_message_id },
      run: (given, { staff }) => db.write(() => tickets.close({ ...given, staff_id: staff?.id })),
    }),
  ];
}

/** Returns the person with their company, as in `Jo Doe, Example Ltd`. */
function nameAuthor({ author_person, author_name }: Pick<Reply, 'author_person' | 'author_name'>): string {
  return author_person === null ? author_name : `${author_person}, ${author_name}`;
}
