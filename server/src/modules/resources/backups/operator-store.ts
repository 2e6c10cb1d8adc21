import { type Query, sql } from '@hostler/database';
import type { BackupStatus } from './schemas.ts';

interface KnownBackup {
  id: number;
  account_id: number;
  status: BackupStatus;
}

const KNOWN = sql<{ ids: string }, KnownBackup>(
  `select id, account_id, status from backups
   where id in (select cast(c.value as bigint) from {each :ids as c})`,
);

/** Returns those of the given backups that have a record. */
export function listKnown(ids: readonly number[]): Query<KnownBackup[]> {
  return KNOWN.all({ ids: JSON.stringify(ids) });
}
