import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { STAFF_ROLES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';

const fields = {
  id: OwnId,
  name: Type.String({ description: 'Name of the key.', examples: ['reports'] }),
  role: Type.String({ description: 'Roles, separated by commas.', examples: ['support,billing'] }),
  roles: Type.Array(OneOf(STAFF_ROLES, { description: 'Name of a role.' }), { description: 'Roles as a list.' }),
  hint: Type.String({ description: 'Last characters of the key.', examples: ['x7Qa'] }),
  rate_limit: Type.Integer({ description: 'Requests per minute.', examples: [600] }),
  allowed_networks: Type.Array(Type.String(), {
    description: 'Networks that may use the key. Empty means any network.',
    examples: [['203.0.113.0/24']],
  }),
  made_by: Nullable(Id('The staff member who created the key; null for the command line.')),
  expires_at: Nullable(DateTime('Time of expiry; null if the key does not expire.')),
  revoked_at: Nullable(DateTime('Time of the revocation; null if it was not revoked.')),
  last_used_at: Nullable(DateTime('Time of the last use; null if it was never used.')),
  last_used_from: Nullable(Type.String({ description: 'IP address of the last use.', examples: ['203.0.113.7'] })),
  created_at: CreatedAt,
};

export const OperatorKey = Resource('OperatorKey', 'A key for the operator API, without its secret.', fields);

export const NewOperatorKey = Resource('NewOperatorKey', 'A new key for the operator API.', {
  ...fields,
  key: Type.String({ description: 'The key. It is returned once.', examples: ['svc_op_…'] }),
});
