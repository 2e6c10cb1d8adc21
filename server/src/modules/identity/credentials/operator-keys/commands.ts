import type { Database } from '@hostler/database';
import { type Command, command, integer, list, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { OWNERS, STAFF_ROLES } from '#kernel/staff-roles.ts';
import { DEFAULT_RATE_LIMIT } from '../index.ts';
import { OPERATOR_KEY_STATUSES, type OperatorKeyService } from './operator-service.ts';
import { NewOperatorKey, OperatorKey } from './schemas.ts';

export function operatorKeyCommands({ db, keys }: { db: Database; keys: OperatorKeyService }): Command[] {
  return [
    command({
      name: 'operator key create',
      route: { roles: OWNERS, data: NewOperatorKey },
      summary: 'Create a key for the operator API. The key is shown once.',
      options: {
        name: text('Name of the key.'),
        role: list(`Roles, separated by commas: ${STAFF_ROLES.join(', ')}.`),
        rate_limit: integer('Rate limit in requests per minute.', { default: DEFAULT_RATE_LIMIT }),
        allow_from: optional(
          list('Allowed IP addresses or networks, separated by commas. Default: any.', { field: 'allowed_networks' }),
        ),
        expires: optional(time('Expiry time (date-time or epoch seconds). Default: never.', { field: 'expires_at' })),
      },
      run: ({ allow_from, expires, ...key }, { staff: made_by }) =>
        db.write(() => keys.create({ ...key, allowed_networks: allow_from, expires_at: expires, made_by })),
    }),
    listCommand({
      name: 'operator key list',
      route: { roles: OWNERS, data: OperatorKey },
      summary: 'List operator keys without their secrets.',
      options: {},
      columns: ['id', 'name', 'role', 'hint', 'rate_limit', 'last_used_at', 'expires_at', 'revoked_at'],
      statuses: OPERATOR_KEY_STATUSES,
      searched: 'name, hint',
      page: async (given) => db.read(keys.list(given)),
    }),
    command({
      name: 'operator key revoke',
      route: { roles: OWNERS, data: OperatorKey },
      summary: 'Revoke an operator key immediately.',
      options: { id: integer('Operator key id.') },
      run: (given) => db.write(() => keys.revoke(given)),
    }),
  ];
}
