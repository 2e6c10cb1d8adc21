import type { Query } from '@hostler/database';
import { enqueueJob } from '#kernel/jobs/queue.ts';

export const MAIL_INVOICES = 'invoices.mail';

/** Queues one mail job for all invoices of this transaction. */
export function askForMail(now: number): Query<void> {
  return enqueueJob({ kind: MAIL_INVOICES, payload: {}, runAt: now });
}
