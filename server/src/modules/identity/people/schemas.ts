import { RIGHTS } from '../../../kernel/http/caller.ts';
import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { SCOPES } from '../../../kernel/http/scopes.ts';
import { Type } from '../../../kernel/http/type.ts';
import { MAX_EMAIL } from './email.ts';
import { STAFF_ROLES } from './staff-roles.ts';

export const Person = Resource('Person', {
  id: Id('The person.'),
  email: Type.String({ examples: ['jo@example.com'] }),
  name: Type.String({ examples: ['Jo Doe'] }),
  staff_role: Nullable(
    OneOf(STAFF_ROLES, { description: 'Of who works for the hosting company; null for customers.' }),
  ),
});

const Scopes = Type.Array(OneOf(SCOPES, { description: 'A scope.' }), { uniqueItems: true, maxItems: SCOPES.length });
const Rights = Type.Array(OneOf(RIGHTS, { description: 'A right beyond the scopes.' }), {
  uniqueItems: true,
  maxItems: RIGHTS.length,
});

export const Membership = Resource('Membership', {
  id: Id('The account.'),
  name: Type.String({ examples: ['Example Ltd'] }),
  role: OneOf(['owner', 'member'], { description: 'An owner may do everything.' }),
  scopes: Scopes,
  rights: Rights,
  environments: Type.Array(OneOf(['live', 'test'], { description: 'An environment.' }), {
    description: 'Those that this host serves.',
  }),
  ownership_offered: Type.Boolean({ description: 'Whether an owner wants them beside themselves; they accept it.' }),
  waiting: Type.Boolean({
    description: 'Whether staff have yet to look at the account: until then one can only look.',
  }),
  unpaid: Type.Boolean({
    description: 'Whether it signed itself up and has not paid an invoice yet: until then one can look, order and pay.',
  }),
});

const Role = OneOf(['owner', 'member'], { description: 'An owner may do everything, a member what was chosen.' });

const entryFields = {
  id: Nullable(Id('The person; null for who is only invited.')),
  invitation_id: Nullable(Id('The invitation, for who is only invited.')),
  email: Type.String({ examples: ['jo@example.com'] }),
  name: Type.String({ description: 'Empty for who is only invited.', examples: ['Jo Doe'] }),
  role: Role,
  scopes: Scopes,
  rights: Rights,
  status: OneOf(['active', 'invited'], { description: 'Whether they belong to the account already.' }),
  second_factor: Type.Boolean({ description: 'Whether they need more than a password to sign in.' }),
  last_seen_at: Nullable(DateTime('When they last used the panel, in the last 30 days.')),
  created_at: DateTime('When they joined, or were invited.'),
  ownership_offered: Type.Boolean({ description: 'Whether they are asked to be an owner and have not accepted.' }),
};

export const PersonOfAccount = Resource('PersonOfAccount', entryFields);

export const PersonWithKeys = Resource('PersonWithKeys', {
  ...entryFields,
  keys: Type.Array(
    Resource('KeyOfPerson', {
      id: Id('The API key.'),
      name: Type.String({ examples: ['deploy'] }),
      environment: OneOf(['live', 'test'], { description: 'Where it works.' }),
    }),
    { description: 'The API keys that they made in this account, which end with them.' },
  ),
});

export const InviteRequest = Type.Object({
  email: Type.String({ minLength: 3, maxLength: MAX_EMAIL, description: 'Whom.', examples: ['jo@example.com'] }),
  role: Role,
  scopes: Type.Optional(Scopes),
  rights: Type.Optional(Rights),
});

export const UpdateRequest = Type.Object({
  role: Role,
  scopes: Type.Optional(Scopes),
  rights: Type.Optional(Rights),
});

export const RemoveRequest = Type.Object({ invitation_id: Type.Optional(Id('Who is only invited.')) });

export const Removed = Resource('Removed', {
  keys_ended: Type.Array(Resource('EndedKey', { id: Id('The API key.'), name: Type.String({ examples: ['deploy'] }) })),
});
