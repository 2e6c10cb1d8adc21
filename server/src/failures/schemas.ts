import { FAILURE_KINDS } from '#kernel/failure-source.ts';
import { DateTime, Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const Failure = Resource('Failure', 'Work that failed for good and was not retried since.', {
  kind: OneOf(FAILURE_KINDS, { description: 'Kind of the task.' }),
  id: Id('Identifier of the task within its kind.'),
  account_id: Nullable(Id('Identifier of the account; null if it concerns none.')),
  what: Type.String({ description: 'Description of the task.', examples: ['hosting.start of hosting 3'] }),
  reason: Type.String({ description: 'Reason of the failure.', examples: ['There is no room left on the host.'] }),
  failed_at: DateTime('Time of the failure.'),
  retry: Type.String({ description: 'Command that retries it, or what to do instead.' }),
  retryable: Type.Boolean({ description: 'True if it can be retried.' }),
  position: Type.Number({ description: 'Position in the list, for `after`.' }),
});
export type Failure = Static<typeof Failure>;
