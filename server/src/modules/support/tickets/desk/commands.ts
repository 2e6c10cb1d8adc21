import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, optional, prose, text } from '#kernel/command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { PRIORITIES } from '../schemas.ts';
import type { DeskOperatorService } from './operator-service.ts';
import { StaffTicketWithMessages, TicketQueues } from './schemas.ts';

const id = integer('Ticket id.');

export function deskCommands({ db, desk }: { db: Database; desk: DeskOperatorService }): Command[] {
  return [
    command({
      name: 'ticket queues',
      route: { roles: EVERY_ROLE, reads: true, data: TicketQueues },
      summary: 'Count tickets that are not closed: waiting for staff, unassigned, your own, all, and by department.',
      options: {},
      run: async (_, { staff }) => db.read(desk.countQueues({ staff_id: staff?.id })),
    }),
    command({
      name: 'ticket assign',
      route: { roles: EVERY_ROLE, data: StaffTicketWithMessages },
      summary: 'Assign a ticket to a staff member. Without --assignee-id, nobody is assigned.',
      options: {
        id,
        assignee_id: optional(integer('Person id of the staff member.')),
        expected_assignee_id: optional(
          integer('Refuse the change if the ticket is assigned to another person than this. 0: to nobody.'),
        ),
      },
      run: (given) => db.write(() => desk.assign(given)),
    }),
    command({
      name: 'ticket update',
      route: { roles: EVERY_ROLE, data: StaffTicketWithMessages },
      summary: 'Change the priority or the department of a ticket. Omitted options keep their values.',
      options: {
        id,
        priority: optional(choice(PRIORITIES, 'Priority.')),
        department: optional(text('Department.')),
      },
      run: (given) => db.write(() => desk.update(given)),
    }),
    command({
      name: 'ticket note',
      route: { roles: EVERY_ROLE, status: 201, data: StaffTicketWithMessages },
      summary: 'Add an internal note to a ticket. Customers never see it.',
      options: { id, note: prose('Text of the note.') },
      run: (given, { staff }) => db.write(() => desk.addNote({ ...given, staff_id: staff?.id })),
    }),
  ];
}
