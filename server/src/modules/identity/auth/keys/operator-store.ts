import { type Query, sql } from '../../../../kernel/db/query.ts';
import { addToTotal } from '../../../../kernel/db/totals.ts';
import { KEY_COLUMNS, type KeyRecord } from './store.ts';

const REVOKE = sql<{ id: number; now: number }, KeyRecord>(
  `update api_keys set revoked_at = :now where id = :id and revoked_at is null returning ${KEY_COLUMNS}`,
);
const FIND = sql<{ id: number }, KeyRecord>(`select ${KEY_COLUMNS} from api_keys where id = :id`);
const ALL = sql<object, KeyRecord>(`select ${KEY_COLUMNS} from api_keys order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, KeyRecord>(
  `select ${KEY_COLUMNS} from api_keys where account_id = :account_id order by id`,
);

/** The key as it is then, also where it was revoked before; undefined when there is none. */
export function* revokeKey(id: number, now: number): Query<KeyRecord | undefined> {
  const revoked = yield* REVOKE.one({ id, now });
  if (revoked) yield* addToTotal(revoked.account_id, 'keys', '', -1);
  return revoked ?? (yield* FIND.one({ id }));
}

export function listKeys(accountId: number | undefined): Query<KeyRecord[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
