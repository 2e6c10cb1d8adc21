import type { SqlDriver, SqlEngine } from '#engines/sql/driver.ts';
import { formatTime } from '#kernel/time.ts';
import type { Database, DatabaseWithPassword } from './schemas.ts';
import type { DatabaseRow } from './store.ts';

export type SqlDrivers = Readonly<Record<SqlEngine, SqlDriver>>;

export type DatabaseView = ReturnType<typeof createDatabaseView>;

/** URI schemes that clients accept. MariaDB clients expect `mysql`. */
const SCHEMES: Record<SqlEngine, string> = { postgresql: 'postgresql', mariadb: 'mysql' };

/** Host and port come from the server and are the same for all of its databases. */
export function createDatabaseView(drivers: SqlDrivers) {
  function view(row: DatabaseRow): Database {
    const { host, port } = drivers[row.engine].endpoint;
    return {
      id: row.id,
      name: row.name,
      engine: row.engine,
      version: row.version,
      status: row.status,
      host,
      port,
      username: row.username,
      size_bytes: row.size_bytes,
      access: row.access,
      created_at: formatTime(row.created_at),
    };
  }

  /**
   * Used for the only response that contains the password. Passwords are alphanumeric, so the URI needs no escaping.
   */
  function viewWithPassword(row: DatabaseRow, password: string): DatabaseWithPassword {
    const { host, port } = drivers[row.engine].endpoint;
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const uri = `${SCHEMES[row.engine]}://${row.username}:${password}@${place}/${row.username}`;
    return { ...view(row), password, uri };
  }

  return { view, viewWithPassword };
}
