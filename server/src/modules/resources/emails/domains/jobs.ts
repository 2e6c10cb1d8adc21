import type { Database } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { listDue, type OwnedMailDomain } from './operator-store.ts';
import type { RecordChecks } from './record-checks.ts';
import type { MailDomainService } from './service.ts';
import { checkLater } from './store.ts';

const EVERY_MS = 15 * SECOND;
/** Domains per run. The share per account keeps an account with many domains from delaying others. */
const MOST = 50;
const MOST_OF_ACCOUNT = 5;
const AT_ONCE = 5;
/** Minimum time until the same domain is checked again, whatever the result. */
const NOT_BEFORE_MS = 5 * MINUTE;

interface Dependencies {
  db: Database;
  recordChecks: RecordChecks;
  mailDomains: Pick<MailDomainService, 'note'>;
}

/** Checks the proofs and records of mail domains: new ones often, proved ones once a day. */
export function checkMailDomains({ db, recordChecks, mailDomains }: Dependencies): RecurringJob {
  async function check(row: OwnedMailDomain, now: number): Promise<void> {
    const sighting = await recordChecks.check(row);
    await db.write(() => mailDomains.note(row.account_id, row, sighting, now));
  }

  return {
    name: 'emails.check-domains',
    everyMs: EVERY_MS,
    async run(now) {
      const due = await db.write(function* () {
        const found = yield* listDue(now, MOST_OF_ACCOUNT, MOST);
        for (const { account_id, domain_id } of found) yield* checkLater(account_id, domain_id, now + NOT_BEFORE_MS);
        return found;
      });
      for (let first = 0; first < due.length; first += AT_ONCE) {
        await Promise.all(due.slice(first, first + AT_ONCE).map((row) => check(row, now)));
      }
    },
  };
}
