import type { SqlDriver, SqlEngine } from '../../../engines/sql/driver.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { Database, DatabaseWithPassword } from './schemas.ts';
import type { DatabaseRow } from './store.ts';

export type SqlDrivers = Readonly<Record<SqlEngine, SqlDriver>>;

export type DatabaseView = ReturnType<typeof createDatabaseView>;

/** What clients of either server, MariaDB's included, take as the beginning of a connection string. */
const SCHEMES: Record<SqlEngine, string> = { postgresql: 'postgresql', mariadb: 'mysql' };

/** Where to connect to is the server's to say, and the same for all its databases. */
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

  /** For the one answer that shows the password, which is letters and digits: nothing in the URI needs escaping. */
  function viewWithPassword(row: DatabaseRow, password: string): DatabaseWithPassword {
    const { host, port } = drivers[row.engine].endpoint;
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const uri = `${SCHEMES[row.engine]}://${row.username}:${password}@${place}/${row.username}`;
    return { ...view(row), password, uri };
  }

  return { view, viewWithPassword };
}
