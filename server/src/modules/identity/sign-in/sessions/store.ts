import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';
import type { AccountBound } from '../../people/index.ts';

/**
 * Sessions belong to people, not to accounts: every function takes the person or the hash of the cookie. Every write
 * names the person, so that cached sessions of other people stay valid.
 */
const sessions = table(
  'sessions',
  {
    id: number(),
    person_id: number(),
    /** The missing second factor. Null if the session is complete. */
    awaits: nullable(text<'second_factor'>()),
    device: text(),
    address: text(),
    confirmed_at: nullable(number()),
    /** When a passkey or a second factor was shown. Null if only the password was. */
    second_factor_at: nullable(number()),
    created_at: number(),
    idle_ends_at: number(),
    ends_at: number(),
    /** The previous cookie, and until when it keeps its rights. */
    previous_hash: later(text()),
    previous_until: later(number()),
  },
  { hidden: { hash: text() } },
);
export type SessionRow = Row<typeof sessions>;

/** A session with its person. `is_previous` if the previous cookie was used. */
export interface FoundSession extends SessionRow {
  email: string;
  name: string;
  staff_role: string | null;
  is_previous: number;
}

export interface ListedSession extends SessionRow {
  last_seen_at: number | null;
  last_seen_from: string | null;
}

const columns = sessions.columns
  .split(', ')
  .map((column) => `s.${column}`)
  .join(', ');

const FIND = sql<{ hash: string }, FoundSession>(
  `select ${columns}, p.email, p.name,
     case when p.staff_disabled_at is null then p.staff_role end as staff_role, case when s.hash = :hash then 0 else 1 end as is_previous
   from sessions as s join persons as p on p.id = s.person_id
   where (s.hash = :hash or s.previous_hash = :hash) and p.disabled_at is null`,
);
const LIST = sql<{ person_id: number; now: number; limit: number; offset: number }, ListedSession>(
  `select ${columns}, u.last_seen_at, u.last_seen_from
   from sessions as s left join session_uses as u on u.session_id = s.id
   where s.person_id = :person_id and s.awaits is null and s.ends_at > :now and s.idle_ends_at > :now
   order by s.id desc limit :limit offset :offset`,
);
const COUNT = sql<{ person_id: number; now: number }, { count: number }>(
  `select count(*) as count from sessions
   where person_id = :person_id and awaits is null and ends_at > :now and idle_ends_at > :now`,
);
const SURPLUS = sql<{ person_id: number; awaits: string; most: number }>(
  `delete from sessions where id in (
     select id from sessions where person_id = :person_id and coalesce(awaits, '') = :awaits
     order by id desc limit 1000 offset :most)`,
);
const REPLACE = sql<{
  id: number;
  person_id: number;
  hash: string;
  now: number;
  previous_until: number;
  second_factor_at: number | null;
}>(
  `update sessions set previous_hash = hash, previous_until = :previous_until, hash = :hash, confirmed_at = :now,
     second_factor_at = coalesce(second_factor_at, :second_factor_at)
   where id = :id and person_id = :person_id`,
);
const PUT_OFF = sql<{ id: number; person_id: number; idle_ends_at: number }>(
  'update sessions set idle_ends_at = :idle_ends_at where id = :id and person_id = :person_id',
);
const MARK = sql<{ id: number; now: number; address: string }>(
  `insert into session_uses (session_id, person_id, last_seen_at, last_seen_from)
   select id, person_id, :now, :address from sessions where id = :id
   on conflict (session_id) do update set last_seen_at = excluded.last_seen_at, last_seen_from = excluded.last_seen_from`,
);
const LAST_SEEN = sql<{ person_id: number }, { last_seen_at: number | null }>(
  'select max(last_seen_at) as last_seen_at from session_uses where person_id = :person_id',
);
const PLACE = sql<{ id: number }, { device: string; address: string }>(
  `select s.device, coalesce(u.last_seen_from, s.address) as address
   from sessions as s left join session_uses as u on u.session_id = s.id where s.id = :id`,
);
const REMOVE = sql<{ id: number; person_id: number }>('delete from sessions where id = :id and person_id = :person_id');
const REMOVE_OTHERS = sql<{ id: number; person_id: number }>(
  'delete from sessions where person_id = :person_id and id <> :id',
);
const REMOVE_ALL = sql<{ person_id: number }>('delete from sessions where person_id = :person_id');
const BY_HASH = sql<{ hash: string }, { id: number; person_id: number }>(
  'select id, person_id from sessions where hash = :hash',
);

/** The current facts that a panel token depends on. */
export interface TokenGround {
  person_id: number;
  name: string;
  email: string;
  account_id: number;
  account_name: string;
  role: Member['role'];
  scopes: string;
  rights: string;
  waits_since: number | null;
  bound: AccountBound | null;
  suspension: string | null;
}

const TOKEN_GROUND = sql<{ session_id: number; account_id: number; now: number }, TokenGround>(
  `select p.id as person_id, p.name, p.email, m.account_id, a.name as account_name, m.role, m.scopes, m.rights,
     a.waits_since, a.bound, a.suspension
   from sessions as s join persons as p on p.id = s.person_id
   join memberships as m on m.person_id = p.id join accounts as a on a.id = m.account_id
   where s.id = :session_id and m.account_id = :account_id and s.awaits is null and s.ends_at > :now
     and p.disabled_at is null`,
);

export const findSession = (hash: string) => FIND.one({ hash });
export const insertSession = sessions.insert;
export const endSurplusSessions = SURPLUS.run;
export const replaceCookie = REPLACE.run;
export const putOffEnd = PUT_OFF.run;
export const markSessionUsed = MARK.run;
export const removeOtherSessions = REMOVE_OTHERS.run;
export const removeSessionsOf = (personId: number) => REMOVE_ALL.run({ person_id: personId });
export const findSessionPlace = (id: number) => PLACE.one({ id });
export const findTokenGround = TOKEN_GROUND.one;

/** Returns the last use, also of ended sessions. */
export function* findLastSeen(personId: number): Query<number | null> {
  return (yield* LAST_SEEN.one({ person_id: personId }))?.last_seen_at ?? null;
}

export function* removeSession(personId: number, id: number): Query<boolean> {
  return (yield* REMOVE.run({ id, person_id: personId })) > 0;
}

export function* removeSessionByHash(hash: string): Query<void> {
  const found = yield* BY_HASH.one({ hash });
  if (found) yield* REMOVE.run(found);
}

export function* listSessions(personId: number, now: number, limit: number, offset: number) {
  const items = yield* LIST.all({ person_id: personId, now, limit, offset });
  const total = (yield* COUNT.one({ person_id: personId, now }))?.count ?? 0;
  return { items, total };
}
