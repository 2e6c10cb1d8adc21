import { createHash, randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, withSource, writeDurably } from '../durable-file.ts';
import { EngineError } from '../engine.ts';
import { packArchive, unpackArchive } from '../simulation/archive.ts';
import { openRecordFolder } from '../simulation/record-folder.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import type { SqlCredentials, SqlDatabase, SqlDriver, SqlEngine } from './driver.ts';

export interface SimulatedSqlOptions extends SimulationOptions {
  engine: SqlEngine;
  endpoint?: { host: string; port: number };
}

interface StoredDatabase extends SqlDatabase {
  salt: string;
  passwordHash: string;
}

const namePattern = /^[a-z][a-z0-9_]{0,62}$/;
const defaultPorts: Record<SqlEngine, number> = { postgresql: 5432, mariadb: 3306 };
/** What a new database of that engine takes on disk, system tables included. */
const emptyBytes: Record<SqlEngine, number> = { postgresql: 7_700_000, mariadb: 98_304 };

/** A database server whose databases are one file each. */
export function createSimulatedSql(options: SimulatedSqlOptions): SqlDriver {
  const { engine } = options;
  const simulation = createSimulation(options);
  const databases = openDatabases(options.dir);
  const contentOf = (database: string) => findSimulatedContent(options.dir, database);

  async function find(database: string): Promise<StoredDatabase> {
    checkName(database);
    const stored = await databases.read(database);
    if (!stored) throw new EngineError('not_found', 'The database does not exist.');
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
        if (existing && existing.username !== username) {
          throw new EngineError('conflict', 'The database exists already and belongs to another user.');
        }
        if (!existing) await writeDurably(contentOf(database), `-- ${engine} database ${database}\n`);
        await passTime(0.5);
        const salt = randomBytes(16).toString('hex');
        await databases.write(database, { database, username, salt, passwordHash: hashPassword(salt, password) });
      }),

    remove: ({ database }, operation) =>
      simulation.run('remove', database, operation, async (passTime) => {
        checkName(database);
        await passTime(0.3);
        await databases.remove(database);
      }),

    size: (database) =>
      simulation.run('size', database, undefined, async () => {
        await find(database);
        return emptyBytes[engine] + (await stat(contentOf(database))).size;
      }),

    dump: (database, operation) =>
      simulation.run('dump', database, operation, async (passTime) => {
        await find(database);
        await passTime(0.5);
        return packArchive(contentOf(database), operation);
      }),

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

/** Whether a client with these credentials would be let in. */
export async function canLogIn(dir: string, credentials: SqlCredentials): Promise<boolean> {
  const stored = await openDatabases(dir).read(credentials.database);
  if (stored?.username !== credentials.username) return false;
  return stored.passwordHash === hashPassword(stored.salt, credentials.password);
}

/** The file that is a simulated database's content. */
export function findSimulatedContent(dir: string, database: string): string {
  return openDatabases(dir).pathOf(database, 'content.sql');
}

function openDatabases(dir: string) {
  return openRecordFolder<StoredDatabase>(join(dir, 'databases'));
}

/** One round is enough: the passwords are generated, and too long to be guessed. */
function hashPassword(salt: string, password: string): string {
  return createHash('sha256').update(`${salt}:${password}`).digest('hex');
}

function checkName(name: string): void {
  if (!namePattern.test(name)) throw new EngineError('refused', 'The name of the database or its user is not valid.');
}
