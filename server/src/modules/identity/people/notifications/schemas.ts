import { Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const fields = {
  ticket_answered: Type.Boolean({
    description: 'True if you get mail when support replies to a ticket.',
    examples: [true],
  }),
  server_ready: Type.Boolean({
    description: 'True if you get mail when a new server runs for the first time.',
    examples: [true],
  }),
  suspension_lifted: Type.Boolean({
    description: 'True if you get mail when the suspension of a server ends.',
    examples: [true],
  }),
  backup_failed: Type.Boolean({
    description:
      'True if you get mail when a scheduled backup fails twice in a row. Later failures send no further mail until a backup succeeds.',
    examples: [true],
  }),
  certificate_failed: Type.Boolean({
    description: 'True if you get mail when the certificate of an application cannot be renewed.',
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
  server_ready: Type.Optional(fields.server_ready),
  suspension_lifted: Type.Optional(fields.suspension_lifted),
  backup_failed: Type.Optional(fields.backup_failed),
  certificate_failed: Type.Optional(fields.certificate_failed),
});
export type NotificationChange = Static<typeof NotificationChange>;
