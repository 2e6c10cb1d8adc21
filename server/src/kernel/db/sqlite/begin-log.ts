import type Sqlite from 'better-sqlite3';

/**
 * Writes the header of a write-ahead log that is new or begins anew, by a transaction that changes nothing. Whoever writes
 * first has to sync that header (and, for a new file, its folder), so it is done where a sync holds up nobody.
 */
export function beginLog(connection: Sqlite.Database): void {
  connection.exec('begin immediate');
  try {
    connection.pragma(`user_version = ${connection.pragma('user_version', { simple: true })}`);
    connection.exec('commit');
  } finally {
    if (connection.inTransaction) connection.exec('rollback');
  }
}
