import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { MigrationStopped } from '../migrate.ts';
import type { Tell } from './migration-watch.ts';

const ASK_EVERY_MS = 250;

/**
 * Lets one process migrate at a time. The lock belongs to a transaction, so it works through a pooler and ends with its
 * process. It is polled, because a waiting statement has a snapshot, and a concurrent index build waits for all
 * snapshots. For the same reason nothing else runs on this connection.
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
