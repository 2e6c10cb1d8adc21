import type { Database } from '../../../../kernel/db/database.ts';
import { attempt, lockName, type Query } from '../../../../kernel/db/query.ts';
import type { Logger } from '../../../../kernel/log.ts';
import type { Links } from '../../../../kernel/mail/links.ts';
import type { Mailer, Queued } from '../../../../kernel/mail/mailer.ts';
import { type Clock, DAY, HOUR } from '../../../../kernel/time.ts';
import { findProfiles, type Profile } from '../../profiles/index.ts';
import type { InvoiceRow } from '../store.ts';
import { writeLetter } from './letter.ts';
import { listToMail, setMailTime } from './operator-store.ts';

/** Who makes the PDF of an invoice, for the mail that tells of it. */
export const INVOICE_ATTACHMENT = 'invoice';

/** In one transaction. */
const AT_ONCE = 20;
/** An inbox takes so many notices an hour (see mailer.ts): what is more waits so long, and is given up in the end. */
const AGAIN_AFTER = HOUR;
const GIVE_UP_AFTER = 7 * DAY;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  links: Links;
  timeZone: string;
}

export type InvoiceMail = ReturnType<typeof createInvoiceMail>;

/** Tells customers of their invoices and credit notes, behind the transaction that issued them: that one others wait for. */
export function createInvoiceMail({ db, clock, log, mailer, links, timeZone }: Dependencies) {
  async function sendDue(): Promise<void> {
    while ((await db.write(sendSome)) === AT_ONCE);
  }

  /** One at a time: the next sees what this one did. Answers how many were looked at. */
  function* sendSome(): Query<number> {
    yield* lockName('mail of invoices');
    const now = clock.now();
    const rows = yield* listToMail(now, AT_ONCE);
    const profiles = yield* findProfiles(rows.map(({ account_id }) => account_id));
    for (const { account_id, ...row } of rows) {
      const profile = profiles.get(account_id);
      const queued = profile && (yield* attempt(send(profile, row, now)));
      if (queued && 'error' in queued) log.error({ err: queued.error, invoice: row.id }, 'an invoice was not mailed');
      const isToWait = queued && ('error' in queued || queued.value === 'too_many');
      const isTooLate = now - row.issued_at > GIVE_UP_AFTER;
      yield* setMailTime(account_id, row.id, isToWait && !isTooLate ? now + AGAIN_AFTER : null);
    }
    return rows.length;
  }

  function send({ account_id, email }: Profile, row: InvoiceRow, now: number): Query<Queued> {
    return mailer.queue({
      kind: row.type === 'invoice' ? 'invoice' : 'credit note',
      cause: `invoice ${row.id}`,
      to: email,
      letter: writeLetter(row, links.to(`/billing?invoice=${row.id}`), timeZone),
      attach: { maker: INVOICE_ATTACHMENT, of: { account_id, invoice_id: row.id } },
      nature: 'notice',
      // Whatever the time for which it was issued, it is sent now.
      now,
    });
  }

  return { sendDue };
}
