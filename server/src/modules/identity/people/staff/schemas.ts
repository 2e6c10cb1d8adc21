import { CreatedAt, DateTime, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { STAFF_ROLES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';

export const StaffMember = Resource('StaffMember', 'A staff member and their roles.', {
  id: OwnId,
  email: Type.String({ description: 'E-mail address, used to sign in.', examples: ['jo@example.com'] }),
  name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
  role: Type.String({ description: 'Roles, separated by commas.', examples: ['support,billing'] }),
  roles: Type.Array(OneOf(STAFF_ROLES, { description: 'Name of a role.' }), { description: 'Roles as a list.' }),
  disabled_at: Nullable(DateTime('End of the access as staff; null while active.')),
  created_at: CreatedAt,
});
