import { CreatedAt, Id, Nullable, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Ticket, TicketWithMessages } from '../schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

/** Fields for staff only. */
const staffFields = {
  account_id: Id('Account of the customer.'),
  account_name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  assignee_id: Nullable(Id('Staff member who handles the ticket; null if nobody is assigned.')),
  assignee_name: Nullable(Type.String({ description: 'Name of the assignee.', examples: ['Jo Doe'] })),
};

export const StaffTicket = Resource('StaffTicket', 'A ticket as staff see it.', {
  ...Ticket.properties,
  ...staffFields,
  messages_total: TicketWithMessages.properties.messages_total,
});

const TicketNote = Resource('TicketNote', 'An internal note. Customers never see it.', {
  id: OwnId,
  author_name: Type.String({ description: 'Name of the staff member.', examples: ['Jo Doe'] }),
  note: Type.String({ description: 'Text of the note.', examples: ['Ask the data centre first.'] }),
  created_at: CreatedAt,
});

export const StaffTicketWithMessages = Resource(
  'StaffTicketWithMessages',
  'A ticket as staff see it, with its messages and internal notes.',
  {
    ...TicketWithMessages.properties,
    ...staffFields,
    notes: Type.Array(TicketNote, { description: 'The newest 100 internal notes, oldest first.' }),
    notes_total: count('Total number of internal notes.'),
  },
);

export const TicketQueues = Resource('TicketQueues', 'Numbers of tickets that are not closed.', {
  waiting: count('Tickets that wait for a reply from staff.'),
  unassigned: count('Tickets without assignee.'),
  mine: count('Tickets of the caller.'),
  open: count('All tickets that are not closed.'),
  departments: Type.Array(
    Resource('TicketDepartment', 'A department with its tickets.', {
      department: Type.String({ description: 'Name of the department.', examples: ['general'] }),
      open: count('Tickets that are not closed.'),
    }),
    { description: 'Departments with open tickets and those of the settings. At most 50 with open tickets.' },
  ),
  counted_to: count('Counts stop at this number.'),
});
