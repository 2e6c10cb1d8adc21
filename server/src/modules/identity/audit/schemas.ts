import { ACTOR_KINDS } from '../../../kernel/audit/deed.ts';
import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { Type } from '../../../kernel/http/type.ts';

const ActorKind = OneOf(ACTOR_KINDS, { description: 'What kind of actor it was.' });

export const AuditEntry = Resource('AuditEntry', {
  id: Id('The entry.'),
  at: DateTime('When it was done.'),
  actor: Resource('AuditActor', {
    kind: ActorKind,
    id: Nullable(Id('The person or the API key; null for the command line and the system.')),
    label: Type.String({ description: 'What they were called then.', examples: ['Jo Doe'] }),
  }),
  action: Type.String({
    description: 'The operation, as these documents name it; a command; or, of the system, an event.',
    examples: ['tickets.create'],
  }),
  record: Nullable(
    Resource('AuditRecord', {
      type: Type.String({ description: 'Its group, as in the paths.', examples: ['tickets'] }),
      id: Id('The record.'),
      label: Nullable(Type.String({ description: 'What it was called then.', examples: ['The shop is slow'] })),
    }),
  ),
  address: Nullable(Type.String({ description: 'Where it came from.', examples: ['203.0.113.7'] })),
  request_id: Nullable(Type.String({ examples: ['req_0123456789ab1'] })),
  changed: Type.Array(Type.String(), { description: 'Names of the fields that were given.', examples: [['subject']] }),
  environment: OneOf(['live', 'test'], { description: 'What the sandbox only simulates is not in the audit.' }),
});

export const AuditFilters = Type.Object({
  actor_kind: Type.Optional(ActorKind),
  action: Type.Optional(Line({ maxLength: 100, description: 'Of this name.', examples: ['keys.create'] })),
});
