import { type Query, sql } from '@hostler/database';
import type { ResourceRef } from '../kinds.ts';
import { type BackupRow, backups } from '../store.ts';

/** Enough to find a good backup, and to compute the pause after failures. */
const MOST = 20;

const LAST = sql<
  { account_id: number; resource_type: string; resource_id: number; since: number; limit: number },
  BackupRow
>(
  `select ${backups.columns} from backups
   where account_id = :account_id and resource_type = :resource_type and resource_id = :resource_id
     and last_since = :since
   order by id desc limit :limit`,
);

/** Lists the last backups of a resource made since its suspension, newest first. */
export function listLast(accountId: number, { type, id }: ResourceRef, since: number): Query<BackupRow[]> {
  return LAST.all({ account_id: accountId, resource_type: type, resource_id: id, since, limit: MOST });
}

interface Last {
  resource_type: string;
  resource_id: number;
  last_since: number;
}

const FIND = sql<{ account_id: number; id: number }, Last>(
  `select resource_type, resource_id, last_since from backups
   where account_id = :account_id and id = :id and last_since is not null and status <> 'failed'`,
);

/** Returns undefined if the backup is no last backup, or failed. */
export function findLast(accountId: number, id: number): Query<Last | undefined> {
  return FIND.one({ account_id: accountId, id });
}
