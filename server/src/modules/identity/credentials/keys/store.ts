import {
  addToTotal,
  later,
  type NewRow,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  type SqlValue,
  sql,
  table,
  text,
} from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';

const keys = table(
  'api_keys',
  {
    id: number(),
    account_id: number(),
    name: text(),
    environment: text<Environment>(),
    hint: text(),
    scopes: text(),
    rate_limit: number(),
    allowed_networks: text(),
    expires_at: nullable(number()),
    /** The person who created the key in the panel. Null if staff created it. */
    made_by: nullable(number()),
    created_at: number(),
    revoked_at: later(number()),
    rolled_at: later(number()),
  },
  { hidden: { hash: text() } },
);
export const KEY_COLUMNS = keys.columns;
export type KeyRecord = Row<typeof keys>;
export type NewKeyRow = NewRow<typeof keys> & { hash: string };

/** A key as its account sees it, with its creator and the time of its last use. */
export interface ListedKey extends KeyRecord {
  maker_name: string | null;
  last_used_at: number | null;
  last_used_from: string | null;
}

/** At most this many revoked keys are listed. */
const REVOKED_SHOWN = 1_000;

const columns = KEY_COLUMNS.split(', ')
  .map((column) => `k.${column}`)
  .join(', ');
const LISTED = `select ${columns}, p.name as maker_name, u.last_used_at, u.last_used_from from api_keys as k
   left join persons as p on p.id = k.made_by left join api_key_uses as u on u.key_id = k.id`;
/** All keys that are not revoked, which are few, so that none is hidden behind revoked ones. */
const SHOWN = `k.id in (
     select id from api_keys where account_id = :account_id and revoked_at is null
     union all select id from (
       select id from api_keys where account_id = :account_id and revoked_at is not null
       order by account_id desc, id desc limit ${REVOKED_SHOWN}) as revoked)
   and (cast(:made_by as bigint) is null or k.made_by = :made_by)
   and (cast(:status as text) is null or :status = case when k.revoked_at is not null and k.revoked_at is distinct from k.expires_at then 'revoked'
     when k.revoked_at is not null or k.expires_at <= :now then 'expired'
     when k.expires_at <= :soon then 'expiring' else 'active' end)`;

type Parameters = Record<string, SqlValue>;
const COUNT = sql<Parameters, { count: number }>(`select count(*) as count from api_keys as k where ${SHOWN}`);
const list = (direction: 'asc' | 'desc') =>
  sql<Parameters, ListedKey>(
    `${LISTED} where ${SHOWN}
     order by case when k.revoked_at is null then 0 else 1 end, k.id ${direction} limit :limit offset :offset`,
  );
const LIST = { asc: list('asc'), desc: list('desc') };
const FIND = sql<{ account_id: number; id: number }, ListedKey>(
  `${LISTED} where k.account_id = :account_id and k.id = :id`,
);
const REVOKE = sql<{ account_id: number; id: number; now: number }>(
  'update api_keys set revoked_at = :now where account_id = :account_id and id = :id and revoked_at is null',
);
const ROLL = sql<{ account_id: number; id: number; now: number; expires_at: number }>(
  `update api_keys set rolled_at = :now, expires_at = :expires_at
   where account_id = :account_id and id = :id and revoked_at is null and rolled_at is null`,
);
const END_EXPIRED = sql<{ account_id: number; now: number }>(
  `update api_keys set revoked_at = expires_at
   where account_id = :account_id and revoked_at is null and expires_at <= :now`,
);
const MADE_BEFORE = sql<{ account_id: number; offset: number }, { created_at: number }>(
  `select created_at from api_keys where account_id = :account_id order by account_id desc, id desc limit 1 offset :offset`,
);
const OF_PERSON = sql<{ account_id: number; person_id: number; now: number }, KeyName>(
  `select id, name, environment from api_keys where made_by = :person_id and account_id = :account_id
     and revoked_at is null and (expires_at is null or expires_at > :now) order by id`,
);
const END_OF_PERSON = sql<{ account_id: number; person_id: number; now: number }, KeyName>(
  `update api_keys set revoked_at = :now where made_by = :person_id and account_id = :account_id and revoked_at is null
   returning id, name, environment`,
);

export interface KeyName {
  id: number;
  name: string;
  environment: Environment;
}

interface KeyFilter {
  made_by: number | null;
  status: string | null;
  now: number;
  soon: number;
}

/** Counts against one total of keys that are not revoked, for both environments. */
export function* insertKey({ hash, ...key }: NewKeyRow): Query<KeyRecord> {
  const row = yield* keys.insert(key, { hash });
  yield* addToTotal(row.account_id, 'keys', '', 1);
  return row;
}

export function* listKeysOf(accountId: number, filter: KeyFilter, page: PageRequest): Query<Page<ListedKey>> {
  const parameters = { account_id: accountId, ...filter };
  const total = (yield* COUNT.one(parameters))?.count ?? 0;
  const bounds = { limit: page.per_page, offset: (page.page - 1) * page.per_page };
  return { items: yield* LIST[page.sort].all({ ...parameters, ...bounds }), total };
}

/** Counts the keys of the list, of one person or of all. */
export function* countKeysOf(accountId: number, madeBy: number | null): Query<number> {
  const filter = { made_by: madeBy, status: null, now: 0, soon: 0 };
  return (yield* COUNT.one({ account_id: accountId, ...filter }))?.count ?? 0;
}

export const findKey = (accountId: number, id: number) => FIND.one({ account_id: accountId, id });

export function* revokeKeyOf(accountId: number, id: number, now: number): Query<void> {
  const revoked = yield* REVOKE.run({ account_id: accountId, id, now });
  yield* addToTotal(accountId, 'keys', '', -revoked);
}

/** Returns false if the key was rolled before or has ended. */
export function* rollKeyOf(accountId: number, id: number, now: number, expires_at: number): Query<boolean> {
  return (yield* ROLL.run({ account_id: accountId, id, now, expires_at })) === 1;
}

/** Stops counting keys that have expired. */
export function* endExpiredKeys(accountId: number, now: number): Query<void> {
  yield* addToTotal(accountId, 'keys', '', -(yield* END_EXPIRED.run({ account_id: accountId, now })));
}

/** Returns when the key before the newest `count` keys was created. Undefined if there are fewer. */
export function* findTimeBefore(accountId: number, count: number): Query<number | undefined> {
  return (yield* MADE_BEFORE.one({ account_id: accountId, offset: count - 1 }))?.created_at;
}

/** Lists the keys that end with the person's membership. */
export const listKeysOfPerson = (accountId: number, personId: number, now: number) =>
  OF_PERSON.all({ account_id: accountId, person_id: personId, now });

export function* endKeysOfPerson(accountId: number, personId: number, now: number): Query<KeyName[]> {
  const ended = yield* END_OF_PERSON.all({ account_id: accountId, person_id: personId, now });
  yield* addToTotal(accountId, 'keys', '', -ended.length);
  return ended;
}
