import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { MailDriver } from '#engines/mail/driver.ts';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import { MINUTE } from '#kernel/time.ts';
import { listAfter, noteUse } from './operator-store.ts';

const EVERY_MS = 5 * MINUTE;
const AT_ONCE = 500;

/**
 * Reads the usage of all mailboxes and writes only changed figures. If the mail server is unreachable, the next run
 * tries again.
 */
export function measureMailboxes({ db, mail }: { db: Database; mail: MailDriver }): RecurringJob {
  return {
    name: 'emails.measure',
    everyMs: EVERY_MS,
    async run() {
      const used = await readUsage(mail);
      if (!used) return;
      for (let after = 0, more = true; more; ) {
        const step = await db.read(listAfter(after, AT_ONCE));
        const changed = step.flatMap((row) => {
          const used_bytes = used.get(row.address) ?? 0;
          return used_bytes === row.used_bytes ? [] : [{ ...row, used_bytes }];
        });
        if (changed.length > 0) await db.write(() => noteUse(changed));
        after = step.at(-1)?.id ?? after;
        more = step.length === AT_ONCE;
      }
    },
  };
}

async function readUsage(mail: MailDriver): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    return await mail.usage();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
