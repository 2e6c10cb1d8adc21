import { Id, Nullable, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const BULK_VERBS = ['start', 'stop', 'restart', 'suspend', 'unsuspend'] as const;
export type BulkVerb = (typeof BULK_VERBS)[number];

export const BulkResult = Resource('BulkResult', 'The result for one server.', {
  id: Id('Server.'),
  hostname: Nullable(Type.String({ description: 'Host name; null if the server was refused.' })),
  action_id: Nullable(Id('Queued action; null if the server was refused, or if there is nothing to do.')),
  error: Nullable(Type.String({ description: 'Why the server was refused; null if it was accepted.' })),
});
export type BulkResult = Static<typeof BulkResult>;
