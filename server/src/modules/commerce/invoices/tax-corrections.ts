import type { Query } from '@hostler/database';
import { enqueueJob } from '#kernel/jobs/queue.ts';

export const CORRECT_TAX = 'invoices.correct-tax';

/** Queues a job for the corrections that one transaction could not do. */
export function goOnCorrecting(accountId: number, since: number, now: number): Query<void> {
  const payload = { account_id: accountId, since };
  return enqueueJob({ kind: CORRECT_TAX, payload, accountId, runAt: now });
}
