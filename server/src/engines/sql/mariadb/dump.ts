import { addAbortSignal, type Readable } from 'node:stream';
import type { OperationOptions } from '../../engine.ts';
import { type Cleanup, createCleanup } from '../cleanup.ts';
import { notDumped, notThere, unreachable } from '../failure.ts';
import { readOutput, startTool } from '../tool-process.ts';
import type { ToolOption } from './address.ts';
import { compress, decompress } from './compression.ts';
import { hasDatabase, requireOwner } from './databases.ts';
import { readDump, writeDump } from './dump-format.ts';
import { isMissingTable, translateToolError } from './errors.ts';
import type { Guest } from './guest.ts';
import { lockDatabase } from './lock.ts';
import { watchLocks } from './lock-watch.ts';
import { readPrograms } from './programs.ts';
import type { MariadbServer } from './server.ts';
import type { MariadbSession } from './session.ts';
import { finishInterruptedSwap, isSwapping } from './swap.ts';
import { listSequenceDefaults, listTables, listViews, readCharset } from './tables.ts';

const dumpArgs = [
  '--single-transaction',
  '--quick',
  '--default-character-set=utf8mb4',
  '--max-allowed-packet=1G',
  // Triggers are among the programs; comments could contain names chosen by a customer.
  '--skip-triggers',
  '--skip-comments',
  '--no-tablespaces',
  // A table whose default comes from a sequence cannot be filled while it is locked.
  '--skip-add-locks',
  '--skip-add-drop-table',
  // For system-versioned tables; known to the program since 10.11.
  '--loose-dump-history',
];

/** Arguments of a process are limited by the system and by our parent; this much always fits. */
const mostNameBytes = 16 * 1024;

/** Streams the tables as mariadb-dump writes them, read by a guest, followed by the programs. */
export async function dumpDatabase(
  server: MariadbServer,
  database: string,
  { signal }: OperationOptions = {},
): Promise<Readable> {
  const cleanup = createCleanup();
  try {
    const { head, names, views, programs, guest } = await server.administer(async (session) => {
      await requireOwner(session, database);
      await requireWhole(server, session, database);
      const charset = await readCharset(session, database);
      if (!charset || !(await hasDatabase(session, database))) throw notThere();
      const sequenceDefaults = await listSequenceDefaults(session, database);
      return {
        head: { database, ...charset, sequenceDefaults },
        names: await listTables(session, database),
        views: await listViews(session, database),
        programs: await readPrograms(session, database),
        guest: await server.invite(session, cleanup, { database, writes: false }),
      };
    });
    // Without names it would dump everything, including views.
    const tables =
      names.length === 0 ? [] : await dumpTables(server, { guest, database, names, views, cleanup, signal });
    const dump = compress(writeDump(head, tables, programs));
    dump.once('close', cleanup.run);
    return signal ? addAbortSignal(signal, dump) : dump;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Completes an interrupted swap, because a dump needs the whole content. */
async function requireWhole(server: MariadbServer, session: MariadbSession, database: string): Promise<void> {
  if (!(await isSwapping(session, database))) return;
  await lockDatabase(server, session, database);
  await finishInterruptedSwap(session, database);
}

interface TableDump {
  guest: Guest;
  database: string;
  names: readonly string[];
  views: readonly string[];
  cleanup: Cleanup;
  signal: AbortSignal | undefined;
}

async function dumpTables(
  server: MariadbServer,
  { guest, database, names, views, cleanup, signal }: TableDump,
): Promise<Readable> {
  const tool = await server.tools.require('mariadb-dump');
  const { args, options } = chooseTables(database, names, views);
  const access = await server.equip(guest, cleanup, options);
  watchLocks(server, guest, cleanup);
  const explain = (lastWords: string) =>
    translateToolError(lastWords, isMissingTable(lastWords) ? unreachable : notDumped);
  const process = startTool(tool, [access, ...dumpArgs, ...args], { env: {}, signal, explain });
  process.stdin.end();
  cleanup.add(process.kill);
  return readOutput(process, { signal, onClose: () => {} });
}

/** Selects all tables without views: by name, or if there are too many, by excluding the views in the option file. */
function chooseTables(database: string, names: readonly string[], views: readonly string[]) {
  const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0);
  if (bytes <= mostNameBytes) return { args: ['--', database, ...names], options: [] };
  const options = views.map((view): ToolOption => ['ignore-table', `${database}.${view}`]);
  return { args: ['--', database], options };
}

/** Reads a dump to its last line. */
export async function examineDump(source: Readable, { signal }: OperationOptions = {}): Promise<void> {
  if (signal) addAbortSignal(signal, source);
  const dump = await readDump(decompress(source));
  for await (const _ of dump.tables());
  await dump.programs();
}
