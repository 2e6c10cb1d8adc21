import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { ACTION_STATUSES } from './schemas.ts';

const Call = Resource('EngineCall', 'A call of an engine.', {
  engine: Type.String({ description: 'Name of the engine.', examples: ['vps'] }),
  operation: Type.String({ description: 'Operation of the engine.', examples: ['start'] }),
  result: Type.String({ description: 'Result: `ok`, or the class of the error.', examples: ['refused'] }),
  ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.', examples: [120] }),
  message: Nullable(Type.String({ description: 'Message of the error; null for a success.' })),
});

export const StaffAction = Resource('StaffAction', 'A queued operation on a resource of a customer.', {
  id: OwnId,
  account_id: Id('Identifier of the account.'),
  account_name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  type: Type.String({ description: 'Operation that the action performs.', examples: ['hosting.restart'] }),
  status: OneOf(ACTION_STATUSES, { description: 'Status of the action.' }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent.', examples: [100] }),
  resource_type: Type.String({ description: 'Type of the resource.', examples: ['hosting'] }),
  resource_id: Id('Identifier of the resource.'),
  input: Type.Unsafe<unknown>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Input without its secrets; null if it was erased.',
  }),
  calls: Type.Array(Call, { description: 'Engine calls of the last attempt, if it failed.' }),
  error_code: Nullable(
    Type.String({ description: 'Error code; null unless it failed.', examples: ['ENGINE_REFUSED'] }),
  ),
  error_message: Nullable(Type.String({ description: 'Reason of the failure; null unless it failed.' })),
  retryable: Type.Boolean({ description: 'True if it can be retried.' }),
  retry: Nullable(
    Type.String({ description: 'Advice if a retry is not possible; null if it can be retried or did not fail.' }),
  ),
  cancellable: Type.Boolean({ description: 'True if it can be cancelled.' }),
  age_seconds: Type.Integer({ minimum: 0, description: 'Seconds since it was queued.', examples: [90] }),
  created_at: CreatedAt,
  started_at: Nullable(DateTime('Start time; null until it starts.')),
  finished_at: Nullable(DateTime('End time; null until it ends.')),
  waiting_since: Nullable(
    DateTime('Time since which it waits for an engine that was not reached; null if it does not.'),
  ),
  resolved_at: Nullable(DateTime('Time at which the failure was retried or repeated; null if it was not.')),
});
export type StaffAction = Static<typeof StaffAction>;

export const Retried = Resource('RetriedActions', 'The result of retrying failed actions.', {
  retried: Type.Integer({ minimum: 0, description: 'Number of actions that were queued again.' }),
  refused: Type.Integer({ minimum: 0, description: 'Number of actions that could not be retried.' }),
  left: Type.Boolean({ description: 'True if more actions with this error may be left. Call again for them.' }),
  results: Type.Array(
    Resource('RetriedAction', 'The result for one action.', {
      id: OwnId,
      done: Nullable(Type.String({ description: 'The queued action; null if it was refused.' })),
      refused: Nullable(Type.String({ description: 'Why it was refused; null if it was queued.' })),
    }),
    { description: 'A result per action.' },
  ),
});
export type Retried = Static<typeof Retried>;
