import type { Readable } from 'node:stream';
import { EngineError, type OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import { notLoaded } from '../failure.ts';
import { nameBeside } from '../names.ts';
import { feedTool, startTool } from '../tool-process.ts';
import { decompress } from './compression.ts';
import { dropBeside, requireOwner } from './databases.ts';
import { type ReadDump, readDump } from './dump-format.ts';
import { readErrorNumber, translateMariadbError, translateToolError } from './errors.ts';
import type { Guest } from './guest.ts';
import { lockDatabase } from './lock.ts';
import { createPrograms, dropPrograms, type Program } from './programs.ts';
import { renameSequenceDefaults } from './sequence-defaults.ts';
import type { MariadbServer } from './server.ts';
import { quoteName } from './session.ts';
import { finishInterruptedSwap, swapContents } from './swap.ts';
import { formatCharset, listTables } from './tables.ts';

const loadArgs = [
  '--batch',
  '--default-character-set=utf8mb4',
  '--max-allowed-packet=1G',
  // Disables what a line of a dump could make the program do: run commands, read and write our files.
  '--binary-mode',
  '--loose-sandbox',
  '--disable-local-infile',
];

/**
 * Loads a dump into a new database next to the old one, as a guest without other access, and moves its tables over when
 * it is complete. Until then the old content stays in use, and a failed load keeps it.
 */
export async function loadDatabase(
  server: MariadbServer,
  database: string,
  source: Readable,
  { signal }: OperationOptions = {},
): Promise<void> {
  const incoming = nameBeside(database, 'new');
  await server.administer(async (session) => {
    await requireOwner(session, database);
    await lockDatabase(server, session, database);
    const owner = await requireOwner(session, database);
    await finishInterruptedSwap(session, database);
    await dropBeside(session, database);
    const cleanup = createCleanup();
    try {
      const dump = await readDump(decompress(source));
      const guest = await server.invite(session, cleanup, { database: incoming, writes: true });
      // On the connection that holds the lock: without it, these databases may belong to another worker.
      let swapping = false;
      cleanup.add(() => swapping || dropBeside(session, database));
      await session.query(`create database ${quoteName(incoming)} ${formatCharset(dump.head)}`);
      await loadTables(server, { guest, database: incoming, dump, signal });
      const programs = await dump.programs();
      await tryPrograms(server, guest, incoming, programs);
      await dropPrograms(session, incoming);
      signal?.throwIfAborted();
      // From here on the swap itself decides what may be dropped.
      swapping = true;
      await swapContents(session, {
        database,
        owner,
        incoming: {
          tables: await listTables(session, incoming),
          programs,
          charset: dump.head.charset,
          collation: dump.head.collation,
          sequenceDefaults: dump.head.sequenceDefaults,
        },
      });
    } finally {
      await cleanup.run();
    }
  });
}

interface TableLoad {
  guest: Guest;
  database: string;
  dump: ReadDump;
  signal: AbortSignal | undefined;
}

async function loadTables(server: MariadbServer, { guest, database, dump, signal }: TableLoad): Promise<void> {
  const tool = await server.tools.require('mariadb');
  const cleanup = createCleanup();
  try {
    const access = await server.equip(guest, cleanup);
    const explain = (lastWords: string) => translateToolError(lastWords, notLoaded);
    const args = [access, ...loadArgs, `--database=${database}`];
    const { head } = dump;
    const tables = renameSequenceDefaults(dump.tables(), head, database);
    await feedTool(startTool(tool, args, { env: {}, signal, explain }), tables);
  } finally {
    await cleanup.run();
  }
}

/**
 * Proves that the programs can be created, as a user without access to others. Events are created later, so that they
 * do not run here.
 */
async function tryPrograms(
  server: MariadbServer,
  guest: Guest,
  database: string,
  programs: readonly Program[],
): Promise<void> {
  try {
    await server.visit(guest, database, (visit) =>
      createPrograms(
        visit,
        programs.filter(({ kind }) => kind !== 'event'),
        () => undefined,
      ),
    );
  } catch (error) {
    const translated = translateMariadbError(error);
    if (readErrorNumber(error) === undefined || translated.code === 'unreachable') throw translated;
    throw error instanceof EngineError ? error : notLoaded(translated.cause);
  }
}
