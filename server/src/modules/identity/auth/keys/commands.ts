import { type Command, choice, command, integer, optional, text } from '../../../../kernel/command.ts';
import { sha256 } from '../../../../kernel/crypto.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { isScope, SCOPES } from '../../../../kernel/http/scopes.ts';
import { parseNetwork } from '../../../../kernel/net/networks.ts';
import { type Clock, formatOptionalTime, formatTime, parseTime } from '../../../../kernel/time.ts';
import { requireAccount } from '../../accounts/index.ts';
import { keysLimit } from '../store.ts';
import { generateApiKey } from './format.ts';
import { insertKey, type KeyRecord, listKeys, revokeKey } from './operator-store.ts';

const DEFAULT_RATE_LIMIT = 600;
const HINT_LENGTH = 4;

export function keyCommands({ db, clock }: { db: Database; clock: Clock }): Command[] {
  return [
    command({
      name: 'key create',
      summary: 'Make an API key; it is shown this once.',
      options: {
        account: integer('The account it belongs to.'),
        environment: choice(['live', 'test'], 'live or test (sandbox).'),
        scopes: text('all, or scopes separated by commas.'),
        name: text('What it is for.', { default: 'default' }),
        rate_limit: integer('Requests a minute.', { default: DEFAULT_RATE_LIMIT }),
        allow_from: optional(text('Addresses or networks separated by commas; any when absent.')),
        expires: optional(text('When it ends (date-time or epoch seconds); never when absent.')),
      },
      async run({ account, environment, scopes, name, rate_limit, allow_from, expires }) {
        const key = generateApiKey(environment);
        const created_at = clock.now();
        const row = {
          account_id: account,
          name,
          environment,
          hash: sha256(key),
          hint: key.slice(-HINT_LENGTH),
          scopes: readScopes(scopes).join(' '),
          rate_limit: readRateLimit(rate_limit),
          allowed_networks: readNetworks(allow_from),
          expires_at: readExpiry(expires),
          created_at,
        };
        return db.write(function* () {
          yield* requireAccount(row.account_id);
          const id = yield* insertKey(row);
          yield* keysLimit.check(row.account_id);
          return { ...viewKey({ ...row, id, revoked_at: null }), key };
        });
      },
    }),
    command({
      name: 'key list',
      summary: 'List the API keys of all customers, or of one; never the keys themselves.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: ['id', 'account_id', 'name', 'environment', 'hint', 'rate_limit', 'expires_at', 'revoked_at'],
      async run({ account }) {
        return (await db.read(listKeys(account))).map(viewKey);
      },
    }),
    command({
      name: 'key revoke',
      summary: 'End an API key and its tokens, at once.',
      options: { id: integer('The key.') },
      async run({ id }) {
        const row = await db.write(() => revokeKey(id, clock.now()));
        if (!row) throw notFound('API key');
        return viewKey(row);
      },
    }),
  ];
}

function readScopes(text: string): string[] {
  if (text === 'all') return [...SCOPES];
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined) throw new AppError('INVALID_SCOPES', `${unknown || 'An empty text'} is not a scope.`);
  return [...new Set(scopes)];
}

function readRateLimit(limit: number): number {
  if (limit < 1) throw new AppError('BAD_REQUEST', '--rate-limit must be at least 1.');
  return limit;
}

function readNetworks(text: string | undefined): string {
  const networks = (text ?? '')
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  try {
    networks.forEach(parseNetwork);
  } catch (error) {
    throw new AppError('BAD_REQUEST', (error as Error).message);
  }
  return networks.join(',');
}

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time === undefined) throw new AppError('BAD_REQUEST', `${text} is not a date-time.`);
  return time;
}

function viewKey(row: KeyRecord) {
  return {
    id: row.id,
    account_id: row.account_id,
    name: row.name,
    environment: row.environment,
    hint: row.hint,
    scopes: row.scopes.split(' '),
    rate_limit: row.rate_limit,
    allowed_networks: row.allowed_networks.split(',').filter(Boolean),
    expires_at: formatOptionalTime(row.expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    created_at: formatTime(row.created_at),
  };
}
