import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { InvoiceMail } from '../mail/operator-service.ts';
import type { DocumentArchive } from './operator-service.ts';

/** Writes documents that a crash or unavailable storage left out. Their mail waits for it. */
export function extendRegularly(archive: DocumentArchive, mail: InvoiceMail): RecurringJob {
  return {
    name: 'invoices.archive',
    everyMs: MINUTE,
    async run() {
      if ((await archive.check())?.kind === 'foreign') return;
      if ((await archive.keepUp()) > 0) await mail.sendDue();
    },
  };
}

/** Writes documents that were deleted from the archive. */
export function mendRegularly(archive: DocumentArchive): RecurringJob {
  return {
    name: 'invoices.archive-mend',
    everyMs: DAY,
    async run() {
      if ((await archive.check()) === undefined) await archive.mend();
    },
  };
}
