import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const ACTION_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];
/** `unresolved`: failed, and neither retried nor repeated. `open`: besides, queued or running. */
export const STAFF_STATUSES = [...ACTION_STATUSES, 'unresolved', 'open'] as const;

export type Action = Static<ReturnType<typeof describeAction>>;

/** `types` are the resource types that have actions. */
export function describeAction(types: readonly string[]) {
  return Resource('Action', 'A queued operation on a resource.', {
    id: OwnId,
    type: Type.String({ description: 'Operation that the action performs.', examples: ['hosting.restart'] }),
    status: OneOf(ACTION_STATUSES, { description: 'Status of the action. `succeeded` and `failed` are final.' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent.', examples: [100] }),
    resource: Resource('ActionResource', 'The resource that the action works on.', {
      type: OneOf(types, { description: 'Type of the resource.' }),
      id: Id('Identifier of the resource.'),
    }),
    error: Nullable(
      Resource('ActionError', 'The reason of a failure; null unless the action failed.', {
        code: Type.String({ description: 'Error code for programs.', examples: ['ENGINE_REFUSED'] }),
        message: Type.String({
          description: 'Reason of the failure, for people.',
          examples: ['There is no room left on the host.'],
        }),
      }),
    ),
    created_at: CreatedAt,
    started_at: Nullable(DateTime('Start time; null until the action starts.')),
    finished_at: Nullable(DateTime('End time; null until the action ends.')),
  });
}

export function describeRecent(types: readonly string[]) {
  return Resource('RecentActions', 'The newest and the unfinished actions.', {
    actions: Type.Array(describeAction(types), { description: 'Newest first, then unfinished older ones.' }),
  });
}

export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Maximum number of seconds to wait for the end of the action. Values above 30 are reduced to 30.',
    }),
  ),
});
