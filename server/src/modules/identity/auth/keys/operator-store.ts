import { insert, type Query, sql } from '../../../../kernel/db/query.ts';
import { addToTotal } from '../../../../kernel/db/totals.ts';

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

const INSERT = insert<NewKeyRow>('api_keys', [
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
  `update api_keys set revoked_at = :now where id = :id and revoked_at is null returning ${COLUMNS}`,
);
const FIND = sql<{ id: number }, KeyRecord>(`select ${COLUMNS} from api_keys where id = :id`);
const ALL = sql<object, KeyRecord>(`select ${COLUMNS} from api_keys order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, KeyRecord>(
  `select ${COLUMNS} from api_keys where account_id = :account_id order by id`,
);

/** Of all kinds there is one total: those that are not revoked. */
export function* insertKey(row: NewKeyRow): Query<number> {
  const id = yield* INSERT(row);
  yield* addToTotal(row.account_id, 'keys', '', 1);
  return id;
}

/** The key as it is then, also where it was revoked before; undefined when there is none. */
export function* revokeKey(id: number, now: number): Query<KeyRecord | undefined> {
  const revoked = yield* REVOKE.one({ id, now });
  if (revoked) yield* addToTotal(revoked.account_id, 'keys', '', -1);
  return revoked ?? (yield* FIND.one({ id }));
}

export function listKeys(accountId: number | undefined): Query<KeyRecord[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
