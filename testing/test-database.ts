import { createHash, randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';

export interface TestDatabaseOptions {
  /** Prepares an empty database and closes its connections; called once per run for each `template`. */
  readonly migrate: (url: string) => Promise<void>;
  /** Tests that prepare their databases differently use another template name. */
  readonly template?: string;
  /** Server to create it on; by default the private one of this run. */
  readonly serverUrl?: string;
}

export interface TestDatabase {
  /** Goes through the pooler, if the run has one. */
  readonly url: string;
  /** Bypasses the pooler. */
  readonly directUrl: string;
  /** Settings of a Hostler that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** Set if the run uses a pooler. */
const poolerUrl = process.env.HOSTLER_TEST_POOLED === 'on' ? process.env.HOSTLER_TEST_PGBOUNCER_URL : undefined;

/** Creates a PostgreSQL database from a template that is migrated once per run: milliseconds per test file. */
export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const serverUrl = options.serverUrl ?? readServerUrl();
  const template = `template_${options.template ?? 'hostler'}`;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    await prepareTemplate(client, serverUrl, template, options.migrate);
    await client.query(
      // Twice as fast as through the log without syncs, as on the private server.
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
    );
  });
  const directUrl = nameDatabase(serverUrl, name);
  const url = poolerUrl && !options.serverUrl ? nameDatabase(poolerUrl, name) : directUrl;
  return {
    url,
    directUrl,
    settings: {
      HOSTLER_DATABASE_URL: url,
      // The PgBouncer of Debian does not keep prepared statements.
      ...(url === directUrl ? {} : { HOSTLER_DATABASE_DIRECT_URL: directUrl, HOSTLER_DATABASE_PREPARE: 'off' }),
    },
    drop: () =>
      withClient(serverUrl, async (client) => {
        await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
      }),
  };
}

/** Workers run in parallel: the first one migrates, the others wait at the lock and find it done. */
async function prepareTemplate(
  client: Client,
  serverUrl: string,
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  const lock = createHash('sha256').update(template).digest().readInt32BE();
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    // Marked as a template only after the migration, so that a partial one is never cloned.
    const done = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (done.rowCount === 1) return;
    await client.query(`drop database if exists ${escapeIdentifier(template)} with (force)`);
    await client.query(`create database ${escapeIdentifier(template)}`);
    await migrate(nameDatabase(serverUrl, template));
    await client.query(`alter database ${escapeIdentifier(template)} is_template true`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
  }
}

function readServerUrl(): string {
  const url = process.env.HOSTLER_TEST_POSTGRES_URL;
  if (!url)
    throw new Error('HOSTLER_TEST_POSTGRES_URL is not set; run the tests with vitest or testing/services/main.ts.');
  return url;
}

function nameDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient(url: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
