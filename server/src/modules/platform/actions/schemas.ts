import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const ACTION_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

export type Action = Static<ReturnType<typeof describeAction>>;

/** `types` are the resource types that have actions. */
export function describeAction(types: readonly string[]) {
  return Resource('Action', {
    id: Id('The action.'),
    type: Type.String({ description: 'What is done.', examples: ['hosting.restart'] }),
    status: OneOf(ACTION_STATUSES, { description: 'Where it stands.' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.', examples: [100] }),
    resource: Resource('ActionResource', {
      type: OneOf(types, { description: 'What it is done to.' }),
      id: Id('Which one.'),
    }),
    error: Nullable(
      Resource('ActionError', {
        code: Type.String({ examples: ['ENGINE_REFUSED'] }),
        message: Type.String({ description: 'Why it failed.', examples: ['There is no room left on the host.'] }),
      }),
    ),
    created_at: DateTime('When it was asked for.'),
    started_at: Nullable(DateTime('When work began.')),
    finished_at: Nullable(DateTime('When it ended.')),
  });
}

export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Seconds to wait for the action to end before answering; more than 30 is taken as 30.',
    }),
  ),
});
