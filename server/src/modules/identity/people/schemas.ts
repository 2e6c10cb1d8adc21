import { RIGHTS } from '#kernel/http/caller.ts';
import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { Type } from '#kernel/type.ts';
import { MAX_EMAIL } from './email.ts';
import { ACCOUNT_SUSPENSION_CAUSES } from './suspension.ts';

export const StaffRoles = Nullable(
  Type.String({
    description: 'Roles in the staff of the hosting company, separated by commas; null for customers.',
    examples: ['support,billing'],
  }),
);

export const Person = Resource('Person', 'A person who can sign in to the panel.', {
  id: OwnId,
  email: Type.String({ description: 'E-mail address of the person.', examples: ['jo@example.com'] }),
  name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
  staff_role: StaffRoles,
});

const SandboxScopes = Type.Array(OneOf(SCOPES, { description: 'Name of a scope.' }), {
  description: 'Scopes in the sandbox. An account that has not paid yet has more scopes there.',
});

const Scopes = Type.Array(OneOf(SCOPES, { description: 'Name of a scope.' }), {
  uniqueItems: true,
  maxItems: SCOPES.length,
  description: 'Scopes of a member. Owners have all scopes.',
});
const Rights = Type.Array(OneOf(RIGHTS, { description: 'Name of a right.' }), {
  uniqueItems: true,
  maxItems: RIGHTS.length,
  description: 'Rights of a member beyond the scopes. Owners have all rights.',
});

export const Membership = Resource('Membership', 'An account of the person and their permissions in it.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  role: OneOf(['owner', 'member'], { description: 'Role of the person. Owners have all permissions.' }),
  scopes: Scopes,
  sandbox_scopes: SandboxScopes,
  rights: Rights,
  environments: Type.Array(OneOf(['live', 'test'], { description: 'Name of an environment.' }), {
    description: 'Environments that this host serves.',
  }),
  ownership_offered: Type.Boolean({ description: 'True if an owner offered ownership to the person.' }),
  waiting: Type.Boolean({
    description: 'True if the account waits for review by staff. Until then it is read-only.',
  }),
  unpaid: Type.Boolean({
    description:
      'True if the account signed up itself and has not paid an invoice yet. Until then it can only read, order, pay and use the sandbox.',
  }),
  suspension: Nullable(
    Type.Object(
      {
        cause: OneOf(ACCOUNT_SUSPENSION_CAUSES, { description: 'Why staff suspended the account.' }),
        reason: Type.String({ description: 'Explanation by staff.', examples: ['Your server sends spam.'] }),
        since: DateTime('Time of the suspension.'),
      },
      { description: 'Suspension of the account by staff; null if it is not suspended.' },
    ),
  ),
});

const Role = OneOf(['owner', 'member'], {
  description: 'Role in the account. Owners have all permissions; members have the chosen ones.',
});

const entryFields = {
  id: Nullable(Id('Identifier of the person; null for an invitation.')),
  invitation_id: Nullable(Id('Identifier of the invitation; null for a member.')),
  email: Type.String({ description: 'E-mail address of the person.', examples: ['jo@example.com'] }),
  name: Type.String({ description: 'Name of the person; empty for an invitation.', examples: ['Jo Doe'] }),
  role: Role,
  scopes: Scopes,
  rights: Rights,
  status: OneOf(['active', 'invited'], { description: 'Status: member or invited.' }),
  second_factor: Type.Boolean({ description: 'True if the person has a second factor.' }),
  last_seen_at: Nullable(DateTime('Time of the last use of the panel; null if there was none in the last 30 days.')),
  created_at: DateTime('Time when the person joined or was invited.'),
  ownership_offered: Type.Boolean({ description: 'True if an offer of ownership waits for the person to accept.' }),
};

export const PersonOfAccount = Resource(
  'PersonOfAccount',
  'A member of the account, or a person who is invited to it.',
  entryFields,
);

export const PersonWithKeys = Resource('PersonWithKeys', 'A member of the account and the API keys they created.', {
  ...entryFields,
  keys: Type.Array(
    Resource('KeyOfPerson', 'An API key that the person created.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the API key.', examples: ['deploy'] }),
      environment: OneOf(['live', 'test'], { description: 'Environment of the key.' }),
    }),
    { description: 'API keys that the person created in this account. They end when the person is removed.' },
  ),
});

export const InviteRequest = Type.Object({
  email: Type.String({
    minLength: 3,
    maxLength: MAX_EMAIL,
    description: 'E-mail address of the person to invite.',
    examples: ['jo@example.com'],
  }),
  role: Role,
  scopes: Type.Optional(Scopes),
  rights: Type.Optional(Rights),
});

export const UpdateRequest = Type.Object({
  role: Role,
  scopes: Type.Optional(Scopes),
  rights: Type.Optional(Rights),
});

export const RemoveRequest = Type.Object({
  invitation_id: Type.Optional(Id('Identifier of the invitation to remove.')),
});

export const Removed = Resource('Removed', 'The result of a removal.', {
  keys_ended: Type.Array(
    Resource('EndedKey', 'An API key that ended.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the API key.', examples: ['deploy'] }),
    }),
    { description: 'API keys that ended with the removal.' },
  ),
});
