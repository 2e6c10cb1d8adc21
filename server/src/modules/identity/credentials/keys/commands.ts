import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, list, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { EVERY_ROLE, OWNERS } from '#kernel/staff-roles.ts';
import { DEFAULT_RATE_LIMIT } from './make-key.ts';
import { KEY_LIST_STATUSES, type KeyOperatorService } from './operator-service.ts';

export function keyCommands({ db, keys }: { db: Database; keys: KeyOperatorService }): Command[] {
  return [
    command({
      name: 'key create',
      route: { roles: OWNERS },
      summary: 'Create an API key. The key is shown once.',
      options: {
        account: integer('Account id.'),
        environment: choice(['live', 'test'], 'Environment: live, or test for the sandbox.'),
        scopes: list('Scopes separated by commas, or all.'),
        name: text('Name of the key.', { default: 'default' }),
        rate_limit: integer('Rate limit in requests per minute.', { default: DEFAULT_RATE_LIMIT }),
        allow_from: optional(
          list('Allowed IP addresses or networks, separated by commas. Default: any.', { field: 'allowed_networks' }),
        ),
        expires: optional(time('Expiry time (date-time or epoch seconds). Default: never.', { field: 'expires_at' })),
      },
      run: ({ account, scopes, allow_from, expires, ...key }) =>
        db.write(() =>
          keys.create({
            ...key,
            account_id: account,
            scopes: scopes.join() === 'all' ? SCOPES : scopes,
            allowed_networks: allow_from,
            expires_at: expires,
          }),
        ),
    }),
    listCommand({
      name: 'key list',
      route: { roles: EVERY_ROLE },
      summary: 'List API keys without their secrets.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'account_id', 'name', 'environment', 'hint', 'rate_limit', 'expires_at', 'revoked_at'],
      statuses: KEY_LIST_STATUSES,
      searched: 'name, hint',
      page: async ({ account, ...given }) => db.read(keys.list({ ...given, account_id: account })),
    }),
    command({
      name: 'key revoke',
      route: { roles: OWNERS },
      summary: 'Revoke an API key and its tokens immediately.',
      options: { id: integer('API key id.') },
      run: ({ id }) => db.write(() => keys.revoke({ id })),
    }),
  ];
}
