import { createHash, randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, withSource, writeDurably } from '../durable-file.ts';
import { examineArchive, packArchive, unpackArchive } from '../simulation/archive.ts';
import { openRecordFolder } from '../simulation/record-folder.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import type { SqlAccess, SqlCredentials, SqlDatabase, SqlDriver, SqlEngine } from './driver.ts';
import { notThere, taken } from './failure.ts';
import { checkName } from './names.ts';

export interface SimulatedSqlOptions extends SimulationOptions {
  engine: SqlEngine;
  endpoint?: { host: string; port: number };
}

interface StoredDatabase extends SqlDatabase {
  salt: string;
  passwordHash: string;
  /** Full if absent. */
  access?: SqlAccess;
}

const defaultPorts: Record<SqlEngine, number> = { postgresql: 5432, mariadb: 3306 };
/** Size of an empty database of that engine, with system tables. */
const emptyBytes: Record<SqlEngine, number> = { postgresql: 7_700_000, mariadb: 98_304 };

/** A simulated database server that stores a file per database. */
export function createSimulatedSql(options: SimulatedSqlOptions): SqlDriver {
  const { engine } = options;
  const simulation = createSimulation(options);
  const databases = openDatabases(options.dir);
  const contentOf = (database: string) => findSimulatedContent(options.dir, database);

  async function find(database: string): Promise<StoredDatabase> {
    checkName(database);
    const stored = await databases.read(database);
    if (!stored) throw notThere();
    return stored;
  }

  return {
    engine,
    endpoint: options.endpoint ?? { host: `${engine}.simulated.test`, port: defaultPorts[engine] },
    check: simulation.check,

    create: ({ database, username, password }, operation) =>
      simulation.run('create', database, operation, async (passTime) => {
        checkName(database);
        checkName(username);
        const existing = await databases.read(database);
        if (existing && existing.username !== username) throw taken();
        if (!existing) await writeDurably(contentOf(database), `-- ${engine} database ${database}\n`);
        await passTime(0.5);
        const salt = randomBytes(16).toString('hex');
        const access = existing?.access === 'read_only' ? existing.access : 'full';
        await databases.write(database, {
          database,
          username,
          salt,
          passwordHash: hashPassword(salt, password),
          access,
        });
      }),

    remove: ({ database, username }, operation) =>
      simulation.run('remove', database, operation, async (passTime) => {
        checkName(database);
        checkName(username);
        await passTime(0.3);
        const existing = await databases.read(database);
        // A creation that failed halfway has left no owner yet.
        if (!existing || existing.username === username) await databases.remove(database);
      }),

    enforce: (operation) => simulation.run('enforce', '', operation, async () => 0),

    size: (database) =>
      simulation.run('size', database, undefined, async () => {
        await find(database);
        return emptyBytes[engine] + (await stat(contentOf(database))).size;
      }),

    setAccess: ({ database, username }, access) =>
      simulation.run('access', database, undefined, async () => {
        const stored = await find(database);
        if (stored.username !== username) throw notThere();
        await databases.write(database, { ...stored, access });
      }),

    dump: (database, operation) =>
      simulation.run('dump', database, operation, async (passTime) => {
        await find(database);
        await passTime(0.5);
        return packArchive(contentOf(database), operation);
      }),

    examine: (source, operation) =>
      withSource(source, () => simulation.run('examine', '', operation, () => examineArchive(source, operation))),

    load: (database, source, operation) =>
      withSource(source, () =>
        simulation.run('load', database, operation, async (passTime) => {
          await find(database);
          const incoming = databases.pathOf(database, 'content.incoming');
          try {
            await unpackArchive(source, incoming, operation);
            await passTime(0.8);
            await moveDurably(incoming, contentOf(database));
          } finally {
            await rm(incoming, { force: true });
          }
        }),
      ),
  };
}

/** Returns whether a client with these credentials can log in. */
export async function canLogIn(dir: string, credentials: SqlCredentials): Promise<boolean> {
  const stored = await openDatabases(dir).read(credentials.database);
  if (stored?.username !== credentials.username || stored.access === 'closed') return false;
  return stored.passwordHash === hashPassword(stored.salt, credentials.password);
}

/** Returns whether a logged-in client can write. */
export async function canWrite(dir: string, database: string): Promise<boolean> {
  return ((await openDatabases(dir).read(database))?.access ?? 'full') === 'full';
}

/** Returns the file with the content of a simulated database. */
export function findSimulatedContent(dir: string, database: string): string {
  return openDatabases(dir).pathOf(database, 'content.sql');
}

function openDatabases(dir: string) {
  return openRecordFolder<StoredDatabase>(join(dir, 'databases'));
}

/** A single round is enough: the passwords are generated, and too long to guess. */
function hashPassword(salt: string, password: string): string {
  return createHash('sha256').update(`${salt}:${password}`).digest('hex');
}
