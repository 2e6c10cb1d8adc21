import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import { damaged, notDumped } from '../failure.ts';
import { feedTool, readOutput, startTool } from '../tool-process.ts';
import { requireOwner } from './databases.ts';
import { translateToolError } from './errors.ts';
import type { PostgresServer } from './server.ts';

/** First bytes of a pg_dump archive. */
const archiveMark = Buffer.from('PGDMP');

const dumpArgs = [
  '--format=custom',
  // Level 1 of zlib: half the time of the default 6, for a few percent more.
  '--compress=1',
  '--no-password',
  // An open transaction of a customer may lock a table. Retry later instead of blocking others meanwhile.
  '--lock-wait-timeout=10s',
];

/** Streams an archive of the whole database, read by a guest with the owner's rights. */
export async function dumpDatabase(
  server: PostgresServer,
  database: string,
  { signal }: OperationOptions = {},
): Promise<Readable> {
  const cleanup = createCleanup();
  try {
    const guest = await server.administer(async (session, us) => {
      const owner = await requireOwner(session, us, database);
      return server.invite(session, us, cleanup, { owners: [owner], readsHiddenRows: true });
    });
    const env = await server.equip(guest, database, cleanup);
    const explain = (lastWords: string) => translateToolError(lastWords, notDumped);
    const dump = startTool(await server.tools.require('pg_dump'), dumpArgs, { env, signal, explain });
    dump.stdin.end();
    return readOutput(dump, { signal, onClose: cleanup.run });
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Has pg_restore read the archive to its end without a database. It detects a truncated or foreign one. */
export async function examineArchive(
  server: PostgresServer,
  source: Readable,
  { signal }: OperationOptions = {},
): Promise<void> {
  const tool = await server.tools.require('pg_restore');
  const explain = (lastWords: string) => damaged(new Error(lastWords));
  await feedTool(startTool(tool, ['--file=/dev/null'], { env: {}, signal, explain }), checkBeginning(source));
}

/** Refuses other formats, which pg_restore would accept but we never write. */
export async function* checkBeginning(source: Readable): AsyncGenerator<Buffer> {
  let beginning = Buffer.alloc(0);
  for await (const chunk of source) {
    if (beginning.length >= archiveMark.length) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length < archiveMark.length) continue;
    if (!beginning.subarray(0, archiveMark.length).equals(archiveMark))
      throw damaged(new Error('The file is not an archive of pg_dump.'));
    yield beginning;
  }
  if (beginning.length < archiveMark.length) throw damaged(new Error('It is empty.'));
}
