import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const ACTION_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];
/** Each is also a group of scopes: either scope of the group shows its actions. */
export const RESOURCE_TYPES = ['hosting', 'domain', 'database', 'backup'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const Action = Resource('Action', {
  id: Id('The action.'),
  type: Type.String({ description: 'What is done.', examples: ['hosting.restart'] }),
  status: OneOf(ACTION_STATUSES, { description: 'Where it stands.' }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.', examples: [100] }),
  resource: Resource('ActionResource', {
    type: OneOf(RESOURCE_TYPES, { description: 'What it is done to.' }),
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
export type Action = Static<typeof Action>;

export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Seconds to wait for the action to end before answering; more than 30 is taken as 30.',
    }),
  ),
});
