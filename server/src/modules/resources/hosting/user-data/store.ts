import { type Query, sql } from '@hostler/database';

const FIND = sql<{ id: number }, { sealed_user_data: string | null }>(
  'select sealed_user_data from hosting where id = :id',
);
const KEEP = sql<{ account_id: number; id: number; sealed: string }>(
  'update hosting set sealed_user_data = :sealed where account_id = :account_id and id = :id',
);
const DROP = sql<{ account_id: number; id: number }>(
  `update hosting set sealed_user_data = null
   where account_id = :account_id and id = :id and sealed_user_data is not null`,
);

/** Returns the encrypted user data of a VPS that is not created yet. */
export function* findUserData(id: number): Query<string | undefined> {
  return (yield* FIND.one({ id }))?.sealed_user_data ?? undefined;
}

export function* keepUserData(accountId: number, id: number, sealed: string): Query<void> {
  yield* KEEP.run({ account_id: accountId, id, sealed });
}

export function* dropUserData(accountId: number, id: number): Query<void> {
  yield* DROP.run({ account_id: accountId, id });
}
