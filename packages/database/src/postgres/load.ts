import pg from 'pg';
import { type DataSummary, NotLoaded, readDataFile } from '../data-file.ts';
import { newTransaction } from '../database.ts';
import { applyMigrations, type Migration } from '../migrate.ts';
import { NO_VALUES } from '../transaction-value.ts';
import { FOREIGN_WRITES } from '../versions.ts';
import { copyIn } from './copy.ts';
import { drive } from './drive.ts';
import { listTables } from './tables.ts';

export interface LoadOptions {
  readonly file: string;
  /** Migrations that created the tables of the file. */
  readonly steps: readonly Migration[];
  /** Schema to move existing tables to; if absent, there must be none. */
  readonly keepAs: string | undefined;
  /** Sentence about what to do with existing tables. */
  readonly ifOccupied: string;
  readonly now: number;
  /** Settings to store besides those of the file. */
  readonly settings: Readonly<Record<string, string>>;
  /** Awaited before the commit. If it throws, nothing changes. */
  inspect?(client: pg.Client): Promise<void>;
}

/** `skipped` are tables of the copy that no migration created. */
interface Loaded extends DataSummary {
  readonly kept: boolean;
  readonly skipped: readonly string[];
}

/**
 * Constraints and indexes that slow down the load. They are recreated afterwards, which takes a fraction of the time.
 */
const AROUND = `
  select 1 as place, format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
  union all
  select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_constraint where conindid = indexrelid)
  order by place`;
const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc as p where p.pronamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`;
const OTHERS = `
  select coalesce(nullif(application_name, ''), 'a client') || ' (pid ' || pid || ')' as who
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and application_name ~ '^hostler($|/|-listen$| migrate$)' order by pid`;

/** Loads a copy into a database in one transaction: it is loaded completely, or nothing changes. */
export async function loadDatabase(url: string, options: LoadOptions): Promise<Loaded> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'hostler restore-data' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = '10s'`);
    await refuseTables(client, options);
    await refuseOthers(client);
    const kept = await makeRoom(client, options.keepAs);
    await drive(client, applyMigrations(options.steps, options.now), {
      transaction: newTransaction(NO_VALUES),
      announced: new Map(),
    });
    const summary = await fill(client, options.file);
    await note(client, options.settings);
    await options.inspect?.(client);
    await refuseOthers(client);
    await client.query('commit');
    return { ...summary, kept };
  } finally {
    // Without a commit nothing changes.
    await client.end().catch(() => {});
  }
}

/** Refuses a database that servers or workers are connected to. */
export async function refuseConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'hostler restore-data' });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseOthers(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Refuses to load while other processes are connected: their caches would be invalid, and their writes would be lost.
 */
async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ who: string }>(OTHERS);
  if (rows.length === 0) return;
  const some = rows.slice(0, 3).map(({ who }) => who);
  const who = [...some, ...(rows.length > 3 ? [`${rows.length - 3} more`] : [])].join(', ');
  throw new NotLoaded(
    `There are connections of Hostler to the database: ${who}. Stop every server and worker first; a pooler keeps them open, so restart it too.`,
  );
}

async function refuseTables(client: pg.Client, { keepAs, ifOccupied }: LoadOptions): Promise<void> {
  const { length } = await listTables(client);
  if (length === 0 || keepAs !== undefined) return;
  throw new NotLoaded(`The database has ${length} tables already. ${ifOccupied}`);
}

async function makeRoom(client: pg.Client, keepAs: string | undefined): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.length === 0 || keepAs === undefined) return false;
  const functions = (await client.query<{ name: string }>(FUNCTIONS)).rows;
  await client.query(`create schema ${keepAs}`);
  await runAll(client, [
    ...tables.map(({ table }) => `alter table ${table} set schema ${keepAs}`),
    ...functions.map(({ name }) => `alter function ${name} set schema ${keepAs}`),
  ]);
  return true;
}

async function fill(client: pg.Client, file: string): Promise<DataSummary & { skipped: string[] }> {
  const skipped: string[] = [];
  const tables = await listTables(client);
  // Migrations insert a few rows themselves, which the copy contains, too.
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`);
  const around = (await client.query<{ remove: string; make: string }>(AROUND)).rows;
  await runAll(
    client,
    around.map(({ remove }) => remove),
  );
  const sequences: string[] = [];
  const { summary } = await readDataFile(file, {
    async takeRows({ table, columns, last_id }, rows) {
      // Triggers record the rows copied in here, so that no response is cached meanwhile. Maintenance clears the table.
      if (table === FOREIGN_WRITES) return;
      const made = tables.find((known) => known.table === table);
      if (!made) return void skipped.push(table);
      await copyIn(client, { table, columns }, rows);
      if (made.sequence && last_id) sequences.push(`select setval('${made.sequence}', ${Number(last_id)})`);
    },
  });
  // Indexes first: foreign keys need them.
  await runAll(client, [...around.map(({ make }) => make).toReversed(), ...sequences]);
  return { ...summary, skipped };
}

async function note(client: pg.Client, settings: LoadOptions['settings']): Promise<void> {
  for (const named of Object.entries(settings)) {
    await client.query(
      'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      named,
    );
  }
}

/** Runs hundreds of statements in one round trip. */
async function runAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(';\n'));
}
