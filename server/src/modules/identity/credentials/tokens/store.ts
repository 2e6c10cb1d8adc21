import { insert, lockName, type Query, sql } from '@hostler/database';

/** Families per key. Creating another one ends the oldest. */
export const FAMILIES_PER_KEY = 1_000;
/** Valid access tokens per family, and stored refresh tokens per family, including used ones. */
export const PAIRS_PER_FAMILY = 20;

/** Usually one ends at a time. More end if several requests run at once or if older versions left more. */
const FAMILIES_ENDED_AT_ONCE = 20;
/** More tokens than the families can have, unless older versions left more. */
const TOKENS_ENDED_AT_ONCE = 2 * FAMILIES_ENDED_AT_ONCE * PAIRS_PER_FAMILY;

interface RefreshTokenRow {
  family_id: number;
  used_at: number | null;
  expires_at: number;
}

interface NewFamily {
  key_id: number;
  scopes: string;
  /** Number of pairs created so far. */
  pairs: number;
  /** Hash of the common beginning of all refresh tokens. Null in rows of versions without stems. */
  stem_hash: string | null;
  created_at: number;
}

interface NewToken {
  hash: string;
  family_id: number;
  /** Number of the pair in its family. Null in rows of versions that did not number them. */
  number: number;
  expires_at: number;
}

const REFRESH_TOKEN = sql<{ hash: string }, RefreshTokenRow>(
  'select family_id, used_at, expires_at from refresh_tokens where hash = :hash',
);
const BY_STEM = sql<{ stem_hash: string }, { family_id: number }>(
  'select id as family_id from token_families where stem_hash = :stem_hash and revoked_at is null',
);
const COUNT_PAIR = sql<{ id: number; stem_hash: string }, { pairs: number }>(
  `update token_families set pairs = pairs + 1, stem_hash = :stem_hash where id = :id and revoked_at is null
   returning pairs`,
);
const USE_REFRESH_TOKEN = sql<{ hash: string; now: number }>(
  'update refresh_tokens set used_at = :now where hash = :hash and used_at is null',
);
const USED_SUCCESSOR = sql<{ hash: string }, { hash: string }>(
  'select hash from refresh_tokens where successor_of = :hash and used_at is not null limit 1',
);
const INSERT_ACCESS = sql<NewToken>(
  `insert into access_tokens (hash, family_id, number, expires_at) values (:hash, :family_id, :number, :expires_at)`,
);
const INSERT_REFRESH = sql<NewToken & { successor_of: string | null }>(
  `insert into refresh_tokens (hash, family_id, number, successor_of, expires_at)
   values (:hash, :family_id, :number, :successor_of, :expires_at)`,
);
const FORGET_OLD_ACCESS = sql<{ family_id: number; last: number }>(
  'delete from access_tokens where family_id = :family_id and number <= :last',
);
const FORGET_OLD_REFRESH = sql<{ family_id: number; last: number }>(
  'delete from refresh_tokens where family_id = :family_id and number <= :last',
);
const SURPLUS = sql<{ key_id: number; most: number; limit: number }, { id: number }>(
  'select id from token_families where key_id = :key_id order by id desc limit :limit offset :most',
);
const IDS = '(select cast(i.value as bigint) from {each :ids as i})';
const REVOKE = sql<{ ids: string; now: number }>(
  `update token_families set revoked_at = coalesce(revoked_at, :now) where id in ${IDS}`,
);
const FORGET_ACCESS = sql<{ ids: string; limit: number }>(
  `delete from access_tokens where hash in (
     select hash from access_tokens where family_id in ${IDS} limit :limit)`,
);
const FORGET_REFRESH = sql<{ ids: string; limit: number }>(
  `delete from refresh_tokens where hash in (
     select hash from refresh_tokens where family_id in ${IDS} limit :limit)`,
);
const FORGET_EMPTY = sql<{ ids: string }>(
  `delete from token_families where id in ${IDS}
     and not exists (select 1 from refresh_tokens where family_id = token_families.id)
     and not exists (select 1 from access_tokens where family_id = token_families.id)`,
);

export const insertFamily = insert<NewFamily>('token_families', [
  'key_id',
  'scopes',
  'pairs',
  'stem_hash',
  'created_at',
]);
export const findRefreshToken = (hash: string) => REFRESH_TOKEN.one({ hash });
export const findFamilyByStem = (stemHash: string) => BY_STEM.one({ stem_hash: stemHash });
export const insertAccessToken = INSERT_ACCESS.run;
export const insertRefreshToken = INSERT_REFRESH.run;

/**
 * Returns the number of the family's next pair, or undefined if the family has ended. Every change of a family begins
 * here, so that concurrent changes wait for each other. The stem is set only for families of versions without stems.
 */
export function* countPair(familyId: number, stemHash: string): Query<number | undefined> {
  return (yield* COUNT_PAIR.one({ id: familyId, stem_hash: stemHash }))?.pairs;
}

/** Compares numbers instead of times: a clock that was set back must not make the newest pair the oldest. */
export function* forgetOldPairs(familyId: number, newest: number): Query<void> {
  const last = newest - PAIRS_PER_FAMILY;
  if (last <= 0) return;
  yield* FORGET_OLD_ACCESS.run({ family_id: familyId, last });
  yield* FORGET_OLD_REFRESH.run({ family_id: familyId, last });
}

export function* endSurplusFamilies(keyId: number, now: number): Query<void> {
  const surplus = yield* SURPLUS.all({ key_id: keyId, most: FAMILIES_PER_KEY, limit: FAMILIES_ENDED_AT_ONCE });
  if (surplus.length === 0) return;
  // Prevents a deadlock between two requests that end the same families in different order.
  yield* lockName(`token families of key ${keyId}`);
  yield* endFamilies(
    surplus.map(({ id }) => id),
    now,
  );
}

/** Ends the families and deletes their tokens. Tokens beyond the limit are deleted when they expire. */
export function* endFamilies(familyIds: readonly number[], now: number): Query<void> {
  const ids = JSON.stringify(familyIds);
  yield* REVOKE.run({ ids, now });
  yield* FORGET_ACCESS.run({ ids, limit: TOKENS_ENDED_AT_ONCE });
  yield* FORGET_REFRESH.run({ ids, limit: TOKENS_ENDED_AT_ONCE });
  yield* forgetEmptyFamilies(familyIds);
}

export function* forgetEmptyFamilies(familyIds: readonly number[]): Query<void> {
  if (familyIds.length > 0) yield* FORGET_EMPTY.run({ ids: JSON.stringify(familyIds) });
}

/** Returns true for the first request that uses the token, and false for all others. */
export function* useRefreshToken(hash: string, now: number): Query<boolean> {
  return (yield* USE_REFRESH_TOKEN.run({ hash, now })) === 1;
}

/** Returns whether a later token was used. If so, this one is not the immediately previous token. */
export function* hasUsedSuccessor(hash: string): Query<boolean> {
  return (yield* USED_SUCCESSOR.one({ hash })) !== undefined;
}
