import { ACTOR_KINDS } from '#kernel/audit/audit-context.ts';
import { DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const AuditEntry = Resource('AuditEntry', 'One entry of the audit log.', {
  id: OwnId,
  at: DateTime('Time of the change.'),
  actor: Resource('AuditActor', 'The actor that made the change.', {
    kind: OneOf(ACTOR_KINDS, { description: 'Type of the actor.' }),
    id: Nullable(Id('Identifier of the person or the API key; null for the command line and the system.')),
    label: Type.String({ description: 'Name of the actor at that time.', examples: ['Jo Doe'] }),
  }),
  action: Type.String({
    description: 'Operation id of the API, a command, or an event of the system.',
    examples: ['tickets.create'],
  }),
  record: Nullable(
    Resource('AuditRecord', 'The record that was changed; null if there is none.', {
      type: Type.String({ description: 'Type of the record, as in the paths.', examples: ['tickets'] }),
      id: Id('Identifier of the record.'),
      label: Nullable(
        Type.String({
          description: 'Name of the record at that time; null if there is none.',
          examples: ['The shop is slow'],
        }),
      ),
    }),
  ),
  address: Nullable(
    Type.String({ description: 'IP address of the actor; null if there is none.', examples: ['203.0.113.7'] }),
  ),
  request_id: Nullable(
    Type.String({
      description: 'Value of the header `X-Request-Id`; null if there is none.',
      examples: ['req_0123456789ab1'],
    }),
  ),
  reason: Nullable(
    Type.String({
      description: 'Why staff did it, such as viewing the account; null if no reason was given.',
      examples: ['Ticket 1042'],
    }),
  ),
  changed: Type.Array(Type.String(), { description: 'Names of the fields in the request.', examples: [['subject']] }),
  environment: OneOf(['live', 'test'], {
    description: 'Environment of the change. Simulated writes have no audit entry.',
  }),
});

export const AuditFilters = Type.Object({
  actor_kind: Type.Optional(OneOf(ACTOR_KINDS, { description: 'Returns only entries of this type of actor.' })),
  action: Type.Optional(
    Line({ maxLength: 100, description: 'Returns only entries with this action.', examples: ['keys.create'] }),
  ),
});

/** An entry as staff see it: of any account or of none. */
export const StaffAuditEntry = Resource('StaffAuditEntry', 'One entry of the audit log of all accounts.', {
  id: OwnId,
  at: DateTime('Time of the change.'),
  account_id: Nullable(Id('The account; null if the entry belongs to none.')),
  account_name: Nullable(Type.String({ description: 'Name of the account.', examples: ['Larkspur GmbH'] })),
  environment: OneOf(['live', 'test'], { description: 'Environment of the change.' }),
  actor_kind: OneOf(ACTOR_KINDS, { description: 'Type of the actor.' }),
  actor_id: Nullable(Id('Identifier of the person or the key; null for the command line and the system.')),
  actor_label: Type.String({ description: 'Name of the actor at that time.', examples: ['Jo Doe'] }),
  action: Type.String({ description: 'Operation id, command or event.', examples: ['ticket reply'] }),
  record_type: Nullable(Type.String({ description: 'Type of the changed record.', examples: ['tickets'] })),
  record_id: Nullable(Id('Identifier of the changed record.')),
  record_label: Nullable(Type.String({ description: 'Name of the record at that time.' })),
  changed: Type.Array(Type.String(), { description: 'Names of the fields in the request.' }),
  address: Nullable(Type.String({ description: 'IP address of the actor.', examples: ['203.0.113.7'] })),
  request_id: Nullable(Type.String({ description: 'Value of the header `X-Request-Id`.' })),
});
