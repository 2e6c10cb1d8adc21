import { DateTime, Id, Line, Nullable, OneOf, Resource, Text } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const TICKET_STATUSES = ['open', 'answered', 'customer_reply', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
const AUTHOR_TYPES = ['customer', 'staff', 'system'] as const;

const ticketFields = {
  id: Id('Assigned by the service.'),
  subject: Type.String({ examples: ['The shop is slow'] }),
  status: OneOf(TICKET_STATUSES, { description: 'A new ticket is open; closed is final.' }),
  priority: OneOf(PRIORITIES, { description: 'How urgent the customer says it is.' }),
  department: Type.String({ examples: ['general'] }),
  created_at: DateTime('When it was made.'),
  updated_at: DateTime('When it last changed.'),
  closed_at: Nullable(DateTime('When it was closed.')),
};

const messageFields = {
  id: Id('The message.'),
  author_type: OneOf(AUTHOR_TYPES, { description: 'Who wrote it.' }),
  author_name: Type.String({ examples: ['Example Ltd'] }),
  message: Type.String({ examples: ['It has taken ten seconds a page since this morning.'] }),
  created_at: DateTime('When it was written.'),
};

export const Ticket = Resource('Ticket', ticketFields);
export type Ticket = Static<typeof Ticket>;

export const TicketWithMessages = Resource('TicketWithMessages', {
  ...ticketFields,
  messages: Type.Array(Resource('TicketMessage', messageFields), {
    description: 'The newest up to 100, or the newest before the message asked for; oldest first.',
  }),
  messages_total: Type.Integer({ minimum: 0, description: 'How many messages the ticket has in all.', examples: [1] }),
});

export const OlderMessages = Type.Object({
  before: Type.Optional(Id('A message: show older ones, the newest of them.')),
});

export const Reply = Resource('TicketReply', { ...messageFields, ticket_id: Id('The ticket it belongs to.') });
export type Reply = Static<typeof Reply>;

const Message = Text({
  minLength: 1,
  maxLength: 20_000,
  description: 'What to say.',
  examples: ['It has taken ten seconds a page since this morning.'],
});

export const NewTicket = Type.Object({
  subject: Line({ minLength: 1, maxLength: 200, description: 'One line.', examples: ['The shop is slow'] }),
  message: Message,
  priority: Type.Optional(OneOf(PRIORITIES, { description: 'How urgent it is.', default: 'normal' })),
  department: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 64,
      description: 'Who should read it; `general` when absent.',
      examples: ['general'],
    }),
  ),
});
export type NewTicket = Static<typeof NewTicket>;

export const NewReply = Type.Object({ message: Message });
