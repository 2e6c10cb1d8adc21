import { attempt, type Database, lockName, type Query } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer, Queued } from '#kernel/mail/mailer.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import { findProfiles, type Profile } from '../../profiles/index.ts';
import type { InvoiceRow } from '../store.ts';
import { writeLetter } from './letter.ts';
import { listToMail, setMailTime } from './operator-store.ts';

/** Name of the attachment renderer for invoice mails. */
export const INVOICE_ATTACHMENT = 'invoice';

/** Mails per transaction. */
const AT_ONCE = 20;
/**
 * An address gets a limited number of notices per hour (see mailer.ts). Further ones wait this long, and are given up
 * in the end.
 */
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

/** Mails invoices and credit notes after the transaction that issued them, because other issuing waits for that one. */
export function createInvoiceMail({ db, clock, log, mailer, links, timeZone }: Dependencies) {
  async function sendDue(): Promise<void> {
    while ((await db.write(sendSome)) === AT_ONCE);
  }

  /** Runs one at a time, so that the next run sees the result. Returns how many documents were handled. */
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
      // The mail is sent now, whatever the date of the document.
      now,
    });
  }

  return { sendDue };
}
