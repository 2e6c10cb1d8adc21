import type { Readable } from 'node:stream';
import { escapeIdentifier } from 'pg';
import type { OperationOptions } from '../../engine.ts';
import { createCleanup } from '../cleanup.ts';
import { damaged, notLoaded } from '../failure.ts';
import { nameBeside } from '../names.ts';
import { feedTool, startTool } from '../tool-process.ts';
import { dropBeside, makeDatabase, requireOwner } from './databases.ts';
import { checkBeginning } from './dump.ts';
import { translateToolError } from './errors.ts';
import { type Guest, renewGuest } from './guest.ts';
import type { PostgresServer } from './server.ts';
import { lockDatabase, type PostgresSession } from './session.ts';
import { copySettings } from './settings.ts';
import { swapDatabases } from './swap.ts';

const isDamage =
  /end of file|too short|could not read|corrupt|could not uncompress|unrecognized|not found in file|out-of-order/i;

/**
 * Loads an archive into a new database next to the old one, and swaps them when it is complete. Until then the old one
 * stays in use, and a failed load keeps it.
 */
export async function loadDatabase(
  server: PostgresServer,
  database: string,
  source: Readable,
  options: OperationOptions = {},
): Promise<void> {
  const incoming = nameBeside(database, 'new');
  const { signal } = options;
  await server.administer(async (session, us) => {
    await requireOwner(session, us, database);
    await lockDatabase(session, database);
    const owner = await requireOwner(session, us, database);
    await dropBeside(session, database);
    const cleanup = createCleanup();
    try {
      const guest = await server.invite(session, us, cleanup, { owners: [owner] });
      // On the connection that holds the lock: without it, these databases may belong to another worker. Drops the
      // loaded copy if it was not swapped, or the replaced database.
      cleanup.add(() => dropBeside(session, database));
      await makeDatabase(session, { database: incoming, username: owner, connectionLimit: server.connectionLimit });
      await restoreArchive(server, { guest, owner, database: incoming, source, options });
      await renewGuest(session, guest);
      await server.visit(guest, incoming, async (visit) => {
        await handOver(visit, owner);
        await copySettings(visit, { from: database, to: incoming, owner });
      });
      signal?.throwIfAborted();
      await swapDatabases(server, session, us, database);
    } finally {
      await cleanup.run();
    }
  });
}

/** Code in an archive can leave the owner's role during the load, and create objects as the guest. */
async function handOver(session: PostgresSession, owner: string): Promise<void> {
  await session.query(`reassign owned by current_user to ${escapeIdentifier(owner)}`);
  await session.query('drop owned by current_user');
}

interface Restore {
  guest: Guest;
  owner: string;
  database: string;
  source: Readable;
  options: OperationOptions;
}

/** Restores everything as the owner; other roles of the dump may no longer exist. */
async function restoreArchive(
  server: PostgresServer,
  { guest, owner, database, source, options }: Restore,
): Promise<void> {
  const tool = await server.tools.require('pg_restore');
  const cleanup = createCleanup();
  try {
    const env = await server.equip(guest, database, cleanup);
    const args = [
      `--dbname=${database}`,
      `--role=${owner}`,
      '--no-owner',
      '--no-privileges',
      '--no-subscriptions',
      '--exit-on-error',
      '--no-password',
    ];
    const explain = (lastWords: string) =>
      translateToolError(lastWords, isDamage.test(lastWords) ? damaged : notLoaded);
    await feedTool(startTool(tool, args, { env, signal: options.signal, explain }), checkBeginning(source));
  } finally {
    await cleanup.run();
  }
}
