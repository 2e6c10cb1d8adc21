import { type Query, sql } from '../../../../kernel/db/query.ts';
import { later, type NewRow, nullable, number, type Row, table, text } from '../../../../kernel/db/table.ts';
import { addToTotal } from '../../../../kernel/db/totals.ts';

const keys = table(
  'api_keys',
  {
    id: number(),
    account_id: number(),
    name: text(),
    environment: text(),
    hint: text(),
    scopes: text(),
    rate_limit: number(),
    allowed_networks: text(),
    expires_at: nullable(number()),
    created_at: number(),
    revoked_at: later(number()),
  },
  { hidden: { hash: text() } },
);
export type KeyRecord = Row<typeof keys>;

const REVOKE = sql<{ id: number; now: number }, KeyRecord>(
  `update api_keys set revoked_at = :now where id = :id and revoked_at is null returning ${keys.columns}`,
);
const FIND = sql<{ id: number }, KeyRecord>(`select ${keys.columns} from api_keys where id = :id`);
const ALL = sql<object, KeyRecord>(`select ${keys.columns} from api_keys order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, KeyRecord>(
  `select ${keys.columns} from api_keys where account_id = :account_id order by id`,
);

/** Of all kinds there is one total: those that are not revoked. */
export function* insertKey({ hash, ...key }: NewRow<typeof keys> & { hash: string }): Query<number> {
  const { id, account_id } = yield* keys.insert(key, { hash });
  yield* addToTotal(account_id, 'keys', '', 1);
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
