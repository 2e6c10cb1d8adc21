import { RIGHTS } from '../../../kernel/http/caller.ts';
import { Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { SCOPES } from '../../../kernel/http/scopes.ts';
import { Type } from '../../../kernel/http/type.ts';
import { STAFF_ROLES } from './staff-roles.ts';

export const Person = Resource('Person', {
  id: Id('The person.'),
  email: Type.String({ examples: ['jo@example.com'] }),
  name: Type.String({ examples: ['Jo Doe'] }),
  staff_role: Nullable(
    OneOf(STAFF_ROLES, { description: 'Of who works for the hosting company; null for customers.' }),
  ),
});

const Scopes = Type.Array(OneOf(SCOPES, { description: 'A scope.' }), { uniqueItems: true });
const Rights = Type.Array(OneOf(RIGHTS, { description: 'A right beyond the scopes.' }), { uniqueItems: true });

/** One of the person's accounts. */
export const Membership = Resource('Membership', {
  id: Id('The account.'),
  name: Type.String({ examples: ['Example Ltd'] }),
  role: OneOf(['owner', 'member'], { description: 'An owner may do everything.' }),
  scopes: Scopes,
  rights: Rights,
  environments: Type.Array(OneOf(['live', 'test'], { description: 'An environment.' }), {
    description: 'Those that this host serves.',
  }),
});
