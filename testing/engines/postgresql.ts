import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { SqlCredentials } from '../../server/src/engines/sql/driver.ts';
import { createPostgresqlServer } from '../../server/src/engines/sql/postgresql.ts';
import { recordCreations, type SqlClient, type SqlServer, type SqlServerTestOptions } from './sql-server.ts';

/** Opens the PostgreSQL server of the run, set up as in the guide, with a driver. */
export async function openPostgresServer(url: string, options: SqlServerTestOptions = {}): Promise<SqlServer> {
  // As in docs/engines/postgresql.md: customers may not connect to these.
  await closeToCustomers(url);
  const administrator = options.leastPrivileged ? await addAdministrator(url) : undefined;
  const adminUrl = new URL(administrator?.url ?? url);
  if (options.port) adminUrl.port = String(options.port);
  const { connectionLimit } = options;
  const driver = createPostgresqlServer({
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
    engine: 'postgresql',
    driver: recorded.driver,
    administratorName: adminUrl.username,
    logIn,
    administer: (statement, database) => administer(database ? nameDatabase(url, database) : url, statement),

    async inventory() {
      const databases = await administer(url, 'select datname as name from pg_database');
      const roles = await administer(url, 'select rolname as name from pg_roles');
      return [...databases, ...roles].map(({ name }) => String(name));
    },

    async listGuests(database) {
      const guests = await administer(
        url,
        `select guests.rolname as name from pg_roles guests, pg_database
         where guests.rolname like 'hostler\\_guest\\_%' and datname = '${database}'
           and pg_has_role(guests.oid, datdba, 'member')`,
      );
      return guests.map(({ name }) => String(name));
    },

    async close() {
      await recorded.removeAll();
      await administrator?.remove();
    },
  };
}

async function closeToCustomers(url: string): Promise<void> {
  const [row] = await administer(url, `select has_database_privilege('public', 'postgres', 'connect') as open`);
  if (!row?.open) return;
  await administerInTurn(url, 'revoke connect, temporary on database postgres, template1 from public');
}

/** Creates the least privileged administrator of docs/engines/postgresql.md. */
async function addAdministrator(url: string) {
  const name = `admin_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await administer(url, `create role ${name} login createdb createrole password '${password}'`);
  await administerInTurn(url, `grant connect on database postgres to ${name}`);
  const own = new URL(url);
  own.username = name;
  own.password = password;
  return {
    url: own.href,
    async remove() {
      await administerInTurn(url, `drop owned by ${name}; drop role ${name}`);
    },
  };
}

async function connect(config: pg.ClientConfig): Promise<SqlClient> {
  const client = new pg.Client(config);
  const closed = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {});
  await client.connect();
  return {
    query: async (statement) => (await client.query(statement)).rows,
    closed,
    close: () => client.end(),
  };
}

async function administer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect({ connectionString: url });
  try {
    return await client.query(statement);
  } finally {
    await client.close();
  }
}

/**
 * Changes entries that all test files share. They run in parallel, and PostgreSQL refuses the second of two concurrent
 * changes of an entry.
 */
async function administerInTurn(url: string, statements: string): Promise<void> {
  await administer(url, `begin; select pg_advisory_xact_lock(4); ${statements}; commit`);
}

function nameDatabase(url: string, database: string): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}
