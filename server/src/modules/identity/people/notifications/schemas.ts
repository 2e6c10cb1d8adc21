import { Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

const fields = {
  ticket_answered: Type.Boolean({
    description: 'Whether you get mail when support replies to a ticket.',
    examples: [true],
  }),
};

export const NotificationSettings = Resource(
  'NotificationSettings',
  'Mail settings of the person for one account.',
  fields,
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const NotificationChange = Type.Object({
  ticket_answered: Type.Optional(fields.ticket_answered),
});
export type NotificationChange = Static<typeof NotificationChange>;
