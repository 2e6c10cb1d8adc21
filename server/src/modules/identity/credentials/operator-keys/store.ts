import { defineStaffList, later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

const keys = table(
  'operator_keys',
  {
    id: number(),
    name: text(),
    /** Separated by commas. */
    roles: text(),
    hint: text(),
    rate_limit: number(),
    allowed_networks: text(),
    expires_at: nullable(number()),
    /** The staff member who created the key in the console. Null for the command line. */
    made_by: nullable(number()),
    created_at: number(),
    revoked_at: later(number()),
  },
  { hidden: { hash: text() } },
);
export type OperatorKeyRow = Row<typeof keys>;

export interface ListedOperatorKey extends OperatorKeyRow {
  last_used_at: number | null;
  last_used_from: string | null;
}

/** A key with the current roles of its creator. */
export interface FoundOperatorKey extends OperatorKeyRow {
  maker_roles: string | null;
}

const columns = keys.columns
  .split(', ')
  .map((column) => `k.${column}`)
  .join(', ');
const LISTED = `select ${columns}, u.last_used_at, u.last_used_from
   from operator_keys as k left join operator_key_uses as u on u.key_id = k.id`;

const FIND_BY_HASH = sql<{ hash: string }, FoundOperatorKey>(
  `select ${columns},
     case when p.staff_disabled_at is null and p.disabled_at is null then p.staff_role end as maker_roles
   from operator_keys as k left join persons as p on p.id = k.made_by
   where k.hash = :hash and k.revoked_at is null`,
);
const FIND = sql<{ id: number }, ListedOperatorKey>(`${LISTED} where k.id = :id`);
const REVOKE = sql<{ id: number; now: number }>(
  'update operator_keys set revoked_at = :now where id = :id and revoked_at is null',
);
const MARK = sql<{ key_id: number; now: number; address: string }>(
  `insert into operator_key_uses (key_id, last_used_at, last_used_from) values (:key_id, :now, :address)
   on conflict (key_id) do update set last_used_at = excluded.last_used_at, last_used_from = excluded.last_used_from`,
);
const ENDED = sql<{ before: number; limit: number }, { id: number }>(
  `select id from operator_keys where coalesce(revoked_at, expires_at) < :before
   order by coalesce(revoked_at, expires_at) limit :limit`,
);
const FORGET_USES = sql<{ ids: string }>('delete from operator_key_uses where key_id {in :ids}');
const FORGET = sql<{ ids: string }>('delete from operator_keys where id {in :ids}');

export const OPERATOR_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type OperatorKeyStatus = (typeof OPERATOR_KEY_STATUSES)[number];

const HAS_ENDED = 'k.expires_at is not null and k.expires_at <= :now';

export const listOperatorKeys = defineStaffList<ListedOperatorKey, OperatorKeyStatus>({
  select: LISTED,
  cursor: 'k.id',
  statuses: {
    active: `k.revoked_at is null and not (${HAS_ENDED})`,
    expired: `k.revoked_at is null and ${HAS_ENDED}`,
    revoked: 'k.revoked_at is not null',
  },
  searched: ['k.name', 'k.hint'],
});
export const insertOperatorKey = keys.insert;
export const findOperatorKeyByHash = (hash: string) => FIND_BY_HASH.one({ hash });
export const findOperatorKey = (id: number) => FIND.one({ id });
export const revokeOperatorKey = REVOKE.run;
export const markOperatorKeyUsed = MARK.run;

export function* forgetEndedOperatorKeys(before: number, limit: number): Query<number> {
  const ended = yield* ENDED.all({ before, limit });
  const ids = JSON.stringify(ended.map(({ id }) => id));
  yield* FORGET_USES.run({ ids });
  yield* FORGET.run({ ids });
  return ended.length;
}
