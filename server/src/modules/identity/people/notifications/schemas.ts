import { Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

const fields = {
  ticket_answered: Type.Boolean({ description: 'Mail when support answers a ticket.', examples: [true] }),
};

export const NotificationSettings = Resource('NotificationSettings', fields);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const NotificationChange = Type.Object({
  ticket_answered: Type.Optional(fields.ticket_answered),
});
export type NotificationChange = Static<typeof NotificationChange>;
