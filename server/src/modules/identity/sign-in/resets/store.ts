import { number, type Query, sql, table, text } from '@hostler/database';

/** Links for choosing a new password, stored by the hash of their token. */
const resets = table(
  'password_resets',
  { id: number(), person_id: number(), created_at: number(), expires_at: number() },
  { hidden: { hash: text() } },
);

const FIND = sql<{ hash: string; now: number }, { person_id: number }>(
  'select person_id from password_resets where hash = :hash and expires_at > :now',
);
const USE = sql<{ hash: string; now: number }, { person_id: number }>(
  'delete from password_resets where hash = :hash and expires_at > :now returning person_id',
);
const VOID = sql<{ person_id: number }>('delete from password_resets where person_id = :person_id');
const FORGET = sql<{ now: number; limit: number }>(
  `delete from password_resets where id in (
     select id from password_resets where expires_at < :now order by expires_at limit :limit)`,
);

export const voidResets = (personId: number) => VOID.run({ person_id: personId });
export const insertReset = resets.insert;
export const findReset = FIND.one;
export const forgetResets = FORGET.run;

/** Returns the person for the first caller, and voids all other links of the person. */
export function* spendReset(hash: string, now: number): Query<number | undefined> {
  const used = yield* USE.one({ hash, now });
  if (used) yield* voidResets(used.person_id);
  return used?.person_id;
}
