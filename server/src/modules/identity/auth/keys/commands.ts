import { type Command, choice, command, integer, list, optional, text, time } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { SCOPES } from '../../../../kernel/http/scopes.ts';
import { listCommand } from '../../../../kernel/list-command.ts';
import { DEFAULT_RATE_LIMIT } from './make-key.ts';
import { KEY_LIST_STATUSES, type KeyOperatorService } from './operator-service.ts';

export function keyCommands({ db, keys }: { db: Database; keys: KeyOperatorService }): Command[] {
  return [
    command({
      name: 'key create',
      summary: 'Make an API key; it is shown this once.',
      options: {
        account: integer('The account it belongs to.'),
        environment: choice(['live', 'test'], 'live or test (sandbox).'),
        scopes: list('all, or scopes separated by commas.'),
        name: text('What it is for.', { default: 'default' }),
        rate_limit: integer('Requests a minute.', { default: DEFAULT_RATE_LIMIT }),
        allow_from: optional(
          list('Addresses or networks separated by commas; any when absent.', { field: 'allowed_networks' }),
        ),
        expires: optional(
          time('When it ends (date-time or epoch seconds); never when absent.', { field: 'expires_at' }),
        ),
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
      summary: 'List the API keys of all customers, or of one; never the keys themselves.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'name', 'environment', 'hint', 'rate_limit', 'expires_at', 'revoked_at'],
      statuses: KEY_LIST_STATUSES,
      searched: 'name, hint',
      page: async ({ account, ...given }) => db.read(keys.list({ ...given, account_id: account })),
    }),
    command({
      name: 'key revoke',
      summary: 'End an API key and its tokens, at once.',
      options: { id: integer('The key.') },
      run: ({ id }) => db.write(() => keys.revoke({ id })),
    }),
  ];
}
