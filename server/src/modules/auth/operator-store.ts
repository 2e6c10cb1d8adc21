import { insert, type Query, sql } from '../../kernel/db/query.ts';

interface NewKeyRow {
  account_id: number;
  name: string;
  environment: string;
  hash: string;
  hint: string;
  scopes: string;
  rate_limit: number;
  allowed_networks: string;
  expires_at: number | null;
  created_at: number;
}

export interface KeyRecord extends Omit<NewKeyRow, 'hash'> {
  id: number;
  revoked_at: number | null;
}

export const insertKey = insert<NewKeyRow>('api_keys', [
  'account_id',
  'name',
  'environment',
  'hash',
  'hint',
  'scopes',
  'rate_limit',
  'allowed_networks',
  'expires_at',
  'created_at',
]);

const COLUMNS =
  'id, account_id, name, environment, hint, scopes, rate_limit, allowed_networks, expires_at, created_at, revoked_at';
const REVOKE = sql<{ id: number; now: number }, KeyRecord>(
  `update api_keys set revoked_at = coalesce(revoked_at, :now) where id = :id returning ${COLUMNS}`,
);
const ALL = sql<object, KeyRecord>(`select ${COLUMNS} from api_keys order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, KeyRecord>(
  `select ${COLUMNS} from api_keys where account_id = :account_id order by id`,
);

export const revokeKey = (id: number, now: number) => REVOKE.one({ id, now });

export function listKeys(accountId: number | undefined): Query<KeyRecord[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
