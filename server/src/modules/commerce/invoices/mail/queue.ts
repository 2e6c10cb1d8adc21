import type { Query } from '../../../../kernel/db/query.ts';
import { enqueueJob } from '../../../../kernel/jobs/queue.ts';

export const MAIL_INVOICES = 'invoices.mail';

/** Invoices of this transaction are to be mailed as soon as it is done; once for all of them. */
export function askForMail(now: number): Query<void> {
  return enqueueJob({ kind: MAIL_INVOICES, payload: {}, runAt: now });
}
