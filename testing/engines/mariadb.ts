import { randomBytes } from 'node:crypto';
import { type ConnectionOptions, createConnection } from 'mysql2/promise';
import type { SqlCredentials } from '../../server/src/engines/sql/driver.ts';
import { createMariadbServer } from '../../server/src/engines/sql/mariadb.ts';
import { nameBeside } from '../../server/src/engines/sql/names.ts';
import { recordCreations, type SqlClient, type SqlServer, type SqlServerTestOptions } from './sql-server.ts';

/** Opens the MariaDB server of the run with a driver. */
export async function openMariadbServer(url: string, options: SqlServerTestOptions = {}): Promise<SqlServer> {
  const administrator = options.leastPrivileged ? await addAdministrator(url) : undefined;
  const adminUrl = new URL(administrator?.url ?? url);
  if (options.port) adminUrl.port = String(options.port);
  const { connectionLimit } = options;
  const driver = createMariadbServer({
    adminUrl: adminUrl.href,
    ...(connectionLimit === undefined ? {} : { connectionLimit }),
    bounds: options.bounds,
    ...(options.programFolders ? { programFolders: options.programFolders } : {}),
  });
  const recorded = recordCreations(driver);
  const { hostname: host, port } = new URL(url);

  async function logIn({ username: user, password, database }: SqlCredentials): Promise<SqlClient> {
    return connect({ host, port: Number(port), user, password, database });
  }

  return {
    engine: 'mariadb',
    driver: recorded.driver,
    administratorName: adminUrl.username,
    logIn,
    administer: (statement, database) => administer(url, statement, database),

    async inventory() {
      const databases = await administer(url, 'select SCHEMA_NAME as name from information_schema.SCHEMATA');
      const users = await administer(url, 'select User as name from mysql.global_priv');
      return [...databases, ...users].map(({ name }) => String(name));
    },

    async listGuests(database) {
      const places = [database, nameBeside(database, 'new')].map((name) => `'${name}'`);
      const guests = await administer(
        url,
        `select User as name from mysql.db
         where User like 'hostler\\_guest\\_%' and replace(Db, '\\\\', '') in (${places})`,
      );
      return guests.map(({ name }) => String(name));
    },

    async close() {
      await recorded.removeAll();
      await administrator?.remove();
    },
  };
}

/** Creates the least privileged administrator of docs/engines/mariadb.md. */
async function addAdministrator(url: string) {
  const name = `hostler_admin_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const account = `'${name}'@'%'`;
  for (const statement of [
    `create user ${account} identified by '${password}'`,
    `grant create user, process, connection admin, set user on *.* to ${account}`,
    `grant select on mysql.db to ${account}`,
    `grant select on mysql.global_priv to ${account}`,
    `grant select on mysql.proc to ${account}`,
    `grant all privileges on \`a%\`.* to ${account} with grant option`,
    `grant all privileges on \`hostler\\_%\`.* to ${account} with grant option`,
  ]) {
    await administer(url, statement);
  }
  const own = new URL(url);
  own.username = name;
  own.password = password;
  return { url: own.href, remove: () => administer(url, `drop user ${account}`) };
}

async function connect(options: ConnectionOptions): Promise<SqlClient> {
  const connection = await createConnection({ ...options, multipleStatements: true, dateStrings: true });
  const closed = new Promise<void>((resolve) => {
    connection.on('end', resolve);
    connection.on('error', () => resolve());
  });
  return {
    async query(statement) {
      const [rows] = await connection.query(statement);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    },
    closed,
    close: () => connection.end(),
  };
}

async function administer(url: string, statement: string, database?: string): Promise<Record<string, unknown>[]> {
  const { hostname: host, port, username: user, password } = new URL(url);
  const client = await connect({ host, port: Number(port), user, password, ...(database ? { database } : {}) });
  try {
    return await client.query(statement);
  } finally {
    await client.close();
  }
}
