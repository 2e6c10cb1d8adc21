import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@hostler/database';
import { SECOND } from '#kernel/time.ts';
import { findActionStatus } from '../../platform/actions/index.ts';
import { errors } from './errors.ts';
import type { HostingService } from './service.ts';
import type { HostingRow } from './store.ts';

const POLL_MS = 100;
const PATIENCE_MS = 30 * SECOND;

interface Waiting {
  db: Database;
  hosting: HostingService;
  accountId: number;
  id: number;
  actionId: number;
  patienceMs?: number | undefined;
}

/** Waits until the work on a VPS has ended. Throws CONFLICT if no worker starts it in time. */
export async function waitForWork(waiting: Waiting): Promise<HostingRow> {
  const { db, hosting, accountId, id, actionId, patienceMs = PATIENCE_MS } = waiting;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const row = await db.read(hosting.find(accountId, id));
    if (row.pending === null) return row;
    const status = await db.read(findActionStatus(accountId, actionId));
    if (status === 'queued' && performance.now() > deadline) {
      throw errors.work_not_started({ seconds: Math.round(patienceMs / SECOND), action_id: actionId });
    }
    await sleep(POLL_MS);
  }
}
