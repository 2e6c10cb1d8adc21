import type { Database } from '@hostler/database';
import { shareRuns } from '#kernel/jobs/share-runs.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import type { DocumentArchive } from '../archive/operator-service.ts';
import type { InvoiceMail } from './operator-service.ts';
import { MAIL_INVOICES } from './queue.ts';

interface Dependencies {
  db: Database;
  archive: Pick<DocumentArchive, 'extend'>;
  mail: InvoiceMail;
}

/** Records new documents in the archive, then mails them. If the archive is away, its upkeep does both later. */
export function mailJob({ db, archive, mail }: Dependencies): JobHandler {
  // A billing run queues a job with every group of invoices, and one run does the work of all that wait.
  const archiveAndMail = shareRuns(async () => {
    // The reason was logged and is shown by `doctor`.
    await archive.extend().catch(() => {});
    await mail.sendDue();
  });
  return {
    kind: MAIL_INVOICES,
    async run(work) {
      await archiveAndMail();
      await db.write(() => work.complete());
    },
  };
}

/** Sends the mails that had to wait. */
export function mailRegularly(mail: InvoiceMail): RecurringJob {
  return { name: 'invoices.mail', everyMs: 10 * MINUTE, run: () => mail.sendDue() };
}
