import type { Database } from '../../../../kernel/db/database.ts';
import type { JobHandler, RecurringJob } from '../../../../kernel/jobs/worker.ts';
import { MINUTE } from '../../../../kernel/time.ts';
import type { InvoiceMail } from './operator-service.ts';
import { MAIL_INVOICES } from './queue.ts';

export function mailJob({ db, mail }: { db: Database; mail: InvoiceMail }): JobHandler {
  return {
    kind: MAIL_INVOICES,
    async run(work) {
      await mail.sendDue();
      await db.write(() => work.complete());
    },
  };
}

/** What had to wait. */
export function mailRegularly(mail: InvoiceMail): RecurringJob {
  return { name: 'invoices.mail', everyMs: 10 * MINUTE, run: () => mail.sendDue() };
}
