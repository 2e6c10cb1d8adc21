import type { StaffCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { STAFF_ROLES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';

const Me = Resource('Me', 'The staff member or operator key of the request.', {
  person: Nullable(
    Resource('StaffPerson', 'The signed-in staff member; null for an operator key.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
      email: Type.String({ description: 'E-mail address of the person.', examples: ['jo@example.com'] }),
    }),
  ),
  key: Nullable(
    Resource('OperatorKeyName', 'The operator key; null for a person.', {
      id: OwnId,
      name: Type.String({ description: 'Name of the key.', examples: ['reports'] }),
    }),
  ),
  role: Type.String({ description: 'Roles, separated by commas.', examples: ['support,billing'] }),
  roles: Type.Array(OneOf(STAFF_ROLES, { description: 'Name of a role.' }), { description: 'Roles as a list.' }),
});

export const operatorRoutes: readonly Route<StaffCaller>[] = [
  custom({
    method: 'GET',
    path: '/me',
    access: STAFF_ROLES,
    summary: 'Show the current credentials',
    description: 'Returns the staff member or the operator key that sent the request, and its roles.',
    data: Me,
    handle: async ({ caller: { person, key, roles } }) => ({ person, key, role: roles.join(','), roles: [...roles] }),
  }),
];
