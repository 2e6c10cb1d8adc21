import { CreatedAt, DateTime, Id, Line, Nullable, OneOf, OwnId, Resource, Text, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const TICKET_STATUSES = ['open', 'answered', 'customer_reply', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const TICKET_ORDERS = { created_at: 'id', updated_at: 'updated_at', status: 'status' } as const;
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof PRIORITIES)[number];
const AUTHOR_TYPES = ['customer', 'staff', 'system'] as const;

const ticketFields = {
  id: OwnId,
  subject: Type.String({ description: 'Subject of the ticket.', examples: ['The shop is slow'] }),
  status: OneOf(TICKET_STATUSES, { description: 'Status of the ticket. A new ticket is `open`; `closed` is final.' }),
  priority: OneOf(PRIORITIES, { description: 'Priority of the ticket. Support can change it.' }),
  department: Type.String({ description: 'Department that handles the ticket.', examples: ['general'] }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  closed_at: Nullable(DateTime('Time when the ticket was closed; null while it is open.')),
};

const messageFields = {
  id: OwnId,
  author_type: OneOf(AUTHOR_TYPES, { description: 'Type of the author.' }),
  author_name: Type.String({
    description: 'Name of the author: of the account for customers, and of the company or its support otherwise.',
    examples: ['Example Ltd'],
  }),
  author_person: Nullable(
    Type.String({
      description:
        'Name of the person who wrote the message for the account; null if a program wrote it with an API key, or if the author is not the customer.',
      examples: ['Jo Doe'],
    }),
  ),
  message: Type.String({
    description: 'Text of the message.',
    examples: ['It has taken ten seconds a page since this morning.'],
  }),
  created_at: CreatedAt,
};

export const Ticket = Resource('Ticket', 'A support ticket.', ticketFields);
export type Ticket = Static<typeof Ticket>;

export const TicketWithMessages = Resource('TicketWithMessages', 'A support ticket with its messages.', {
  ...ticketFields,
  messages: Type.Array(Resource('TicketMessage', 'A message of a ticket.', messageFields), {
    description: 'Up to 100 messages, oldest first: the newest ones, or the ones before the message in `before`.',
  }),
  messages_total: Type.Integer({ minimum: 0, description: 'Total number of messages of the ticket.', examples: [1] }),
});

export const OlderMessages = Type.Object({
  before: Type.Optional(Id('Identifier of a message. Returns the messages before it.')),
});

export const Reply = Resource('TicketReply', 'A message that was added to a ticket.', {
  ...messageFields,
  ticket_id: Id('Ticket of the message.'),
});
export type Reply = Static<typeof Reply>;

const Message = Text({
  minLength: 1,
  maxLength: 20_000,
  description: 'Text of the message, up to 20,000 characters.',
  examples: ['It has taken ten seconds a page since this morning.'],
});

export const NewTicket = Type.Object({
  subject: Line({
    minLength: 1,
    maxLength: 200,
    description: 'Subject in one line, up to 200 characters.',
    examples: ['The shop is slow'],
  }),
  message: Message,
  priority: Type.Optional(OneOf(PRIORITIES, { description: 'Priority of the ticket.', default: 'normal' })),
  department: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 64,
      description: 'Department that should handle the ticket. Default: `general`.',
      examples: ['general'],
    }),
  ),
});
export type NewTicket = Static<typeof NewTicket>;

export const NewReply = Type.Object({ message: Message });
