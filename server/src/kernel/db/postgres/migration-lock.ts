import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { MigrationStopped } from '../migrate.ts';
import type { Tell } from './migration-watch.ts';

const ASK_EVERY_MS = 250;

/**
 * One process migrates at a time. The lock is a transaction's, so that it also holds through a pooler that hands sessions
 * around, and is gone with its process. It is asked for, never waited for: a session that waits in a statement has a
 * snapshot, whose end an index that is built concurrently waits for. For the same reason nothing else runs on it.
 */
export async function holdMigrationLock(client: Client, tell: Tell): Promise<{ check(): void }> {
  let lost = false;
  client.on('error', () => {
    lost = true;
  });
  for (let told = false; !(await tryLock(client)); told = true) {
    if (!told) tell('Another process migrates the database just now; this one waits until it is done.');
    await sleep(ASK_EVERY_MS);
  }
  return {
    check() {
      if (lost) throw new MigrationStopped('The connection that keeps others from migrating was lost. Try again.');
    },
  };
}

async function tryLock(client: Client): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(hashtext('hostler is migrated')) as locked`);
  if (rows[0].locked) return true;
  await client.query('rollback');
  return false;
}
