import { type Query, sql } from '@hostler/database';
import { type BackupRow, backups } from '../store.ts';

type One = { account_id: number; id: number };

const BEGIN = sql<One, BackupRow>(
  `update backups set drilling = 1 where account_id = :account_id and id = :id and status = 'completed'
     and checksum is not null and drilling = 0
   returning ${backups.columns}`,
);
const END = sql<One & { drilled_at: number | null; drill_error: string | null }, BackupRow>(
  `update backups set drilling = 0, drilled_at = coalesce(cast(:drilled_at as bigint), drilled_at), drill_error = :drill_error
   where account_id = :account_id and id = :id returning ${backups.columns}`,
);
const UNDER_WAY = sql<{ account_id: number }, { id: number }>(
  'select id from backups where account_id = :account_id and drilling = 1 limit 1',
);
const ENGINE = sql<One, { engine: string | null }>(
  'select engine from backups where account_id = :account_id and id = :id',
);

/** Marks a completed backup as being verified. Returns undefined if it is not completed or is verified already. */
export function beginDrill(accountId: number, id: number): Query<BackupRow | undefined> {
  return BEGIN.one({ account_id: accountId, id });
}

/** Records the result. A failed drill keeps the time of the last successful one. */
export function endDrill(
  accountId: number,
  id: number,
  result: { drilled_at: number | null; drill_error: string | null },
): Query<BackupRow | undefined> {
  return END.one({ account_id: accountId, id, ...result });
}

export function* isDrilling(accountId: number): Query<boolean> {
  return (yield* UNDER_WAY.one({ account_id: accountId })) !== undefined;
}

export function* findEngine(accountId: number, id: number): Query<string | null> {
  return (yield* ENGINE.one({ account_id: accountId, id }))?.engine ?? null;
}
