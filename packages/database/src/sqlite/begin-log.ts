import type Sqlite from 'better-sqlite3';

/**
 * Writes the header of a new or restarted write-ahead log by a transaction without changes. The first writer must sync
 * that header (and, for a new file, its folder), so this runs where a sync blocks no request.
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
