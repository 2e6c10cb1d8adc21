import { type Query, sql } from '@hostler/database';

const INSERT = sql<{ person_id: number; now: number; hashes: string }>(
  `insert into recovery_codes (person_id, hash, created_at)
   select cast(:person_id as bigint), h.value ->> 'hash', cast(:now as bigint) from {each :hashes as h}`,
);
const REMOVE = sql<{ person_id: number }>('delete from recovery_codes where person_id = :person_id');
const USE = sql<{ person_id: number; hash: string }>(
  'delete from recovery_codes where person_id = :person_id and hash = :hash',
);
const COUNT = sql<{ person_id: number }, { count: number }>(
  'select count(*) as count from recovery_codes where person_id = :person_id',
);

export function* replaceCodes(personId: number, hashes: readonly string[], now: number): Query<void> {
  yield* REMOVE.run({ person_id: personId });
  yield* INSERT.run({ person_id: personId, now, hashes: JSON.stringify(hashes.map((hash) => ({ hash }))) });
}

/** Deletes the code. Returns false if it did not exist. */
export function* useCode(personId: number, hash: string): Query<boolean> {
  return (yield* USE.run({ person_id: personId, hash })) === 1;
}

export function* countCodes(personId: number): Query<number> {
  return (yield* COUNT.one({ person_id: personId }))?.count ?? 0;
}

export const removeCodes = (personId: number) => REMOVE.run({ person_id: personId });
