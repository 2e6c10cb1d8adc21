import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import { damaged, notDumped } from '../failure.ts';
import { feedTool, readOutput, startTool } from '../tool-process.ts';
import { requireOwner } from './databases.ts';
import { translateToolError } from './errors.ts';
import type { PostgresServer } from './server.ts';

/** How the archives of pg_dump begin. */
const archiveMark = Buffer.from('PGDMP');

const dumpArgs = [
  '--format=custom',
  // Level 1 of zlib: half the time of the usual 6, for a few percent more.
  '--compress=1',
  '--no-password',
  // A customer's open transaction may hold a table; better to try again later than to hold up others meanwhile.
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

/** Lets pg_restore read the archive to its end without a database: what is torn or foreign it notices. */
export async function examineArchive(
  server: PostgresServer,
  source: Readable,
  { signal }: OperationOptions = {},
): Promise<void> {
  const tool = await server.tools.require('pg_restore');
  const explain = (lastWords: string) => damaged(new Error(lastWords));
  await feedTool(startTool(tool, ['--file=/dev/null'], { env: {}, signal, explain }), checkBeginning(source));
}

/** pg_restore takes other formats too, which we never wrote. */
export async function* checkBeginning(source: Readable): AsyncGenerator<Buffer> {
  let beginning = Buffer.alloc(0);
  for await (const chunk of source) {
    if (beginning.length >= archiveMark.length) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length < archiveMark.length) continue;
    if (!beginning.subarray(0, archiveMark.length).equals(archiveMark)) throw damaged(new Error('It is no archive.'));
    yield beginning;
  }
  if (beginning.length < archiveMark.length) throw damaged(new Error('It is empty.'));
}
