import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { DAY, formatTime, HOUR } from '#kernel/time.ts';
import type { CustomerMail } from '../../../../identity/people/index.ts';
import { findApplication } from '../../store.ts';
import { listUnrenewed, type Unrenewed } from '../operator-store.ts';
import { changeHttps } from '../store.ts';
import { switchedOffTexts as texts } from '../texts.ts';

const TOLD_BEFORE_END_MS = 14 * DAY;
/** A certificate that expired earlier was noticed, or is not used. */
const TOLD_AFTER_END_MS = 30 * DAY;
/** Certificates per run, and named in one mail to staff. */
const MOST = 50;
/** Shown to the customer, and the mark of a certificate that was reported. */
const REASON = 'Certificates are switched off here, so it is not renewed.';

interface Dependencies {
  db: Database;
  customerMail: CustomerMail;
  staffMail: StaffMail;
  links: Links;
}

/**
 * Reports certificates that expire because the operator switched the engine off. If it is switched on again, they are
 * renewed at once, because their time has come.
 */
export function reportSwitchedOff({ db, customerMail, staffMail, links }: Dependencies): RecurringJob {
  function* report(now: number): Query<void> {
    const range = { now, from: now - TOLD_AFTER_END_MS, until: now + TOLD_BEFORE_END_MS };
    const found = yield* listUnrenewed(range, REASON, MOST);
    const [first] = found;
    if (!first) return;
    for (const one of found) {
      const application = yield* findApplication(one.account_id, one.id);
      if (application) yield* changeHttps(one.account_id, application, { https_error: REASON });
      const cause = `certificate ${one.id} ${one.https_expires_at} off`;
      const letter = write(one, links.to(`/applications/${one.id}`));
      yield* customerMail.toMembers({ accountId: one.account_id, kind: 'certificate_failed', cause, letter, now });
    }
    const cause = `certificates ${now} ${first.id}`;
    yield* staffMail.toStaff({ kind: 'certificates-off', cause, letter: writeToStaff(found), nature: 'alert', now });
  }

  return {
    name: 'applications.report-switched-off',
    everyMs: HOUR,
    run: (now) => db.write(() => report(now)),
  };
}

function write({ domain, name, https_expires_at }: Unrenewed, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.subject, { domain }),
    paragraphs: [say(texts.expires, { domain, name }), say(texts.advice)],
    facts: [[say(texts.end), say.time(https_expires_at)]],
    action: { label: say(texts.openApplication), url },
  });
}

function writeToStaff(found: readonly Unrenewed[]): Letter {
  return {
    subject: `Certificates of customers are not renewed: ${found.length}`,
    paragraphs: [
      'These certificates expire, because HOSTLER_CERTIFICATE_ENGINE is off. Visitors of the pages then get a warning. The customers were notified.',
      'Set HOSTLER_CERTIFICATE_ENGINE=acme to renew them. Otherwise help the customers to install certificates of their own.',
    ],
    facts: found.map(({ domain, account_id, https_expires_at }) => [
      domain,
      `account ${account_id}, expires ${formatTime(https_expires_at)}`,
    ]),
  };
}
