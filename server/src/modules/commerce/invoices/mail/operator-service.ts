import { attempt, type Database, lockName, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { shareRuns } from '#kernel/jobs/share-runs.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer, Queued } from '#kernel/mail/mailer.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import { findProfiles, type Profile } from '../../profiles/index.ts';
import type { Trade } from '../snapshot.ts';
import { findInvoice, type InvoiceRow } from '../store.ts';
import { errors } from './errors.ts';
import { writeLetter } from './letter.ts';
import { listToMail, setMailTime } from './operator-store.ts';

/** Name of the attachment renderer for invoice mails. */
export const INVOICE_ATTACHMENT = 'invoice';

/** Mails per transaction: a few milliseconds of work, so that customers do not wait. */
const AT_ONCE = 5;
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
  trade: Pick<Trade, 'timeZone'>;
}

export type InvoiceMail = ReturnType<typeof createInvoiceMail>;

/** Mails invoices and credit notes after the transaction that issued them, because other issuing waits for that one. */
export function createInvoiceMail({ db, clock, log, mailer, links, trade }: Dependencies) {
  // One transaction at a time: further ones would hold connections while they wait for the lock.
  const sendDue = shareRuns(async () => {
    while ((await db.write(sendSome)) === AT_ONCE);
  });

  /**
   * Runs one at a time in all processes, so that the next run sees the result. Returns how many documents were handled.
   */
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

  /** Mails a document again, at the request of staff. Throws CONFLICT if the address gets no further mail now. */
  function* resend(accountId: number, id: number) {
    const row = yield* findInvoice(accountId, id);
    const profile = (yield* findProfiles([accountId])).get(accountId);
    if (!row || !profile) throw notFound('Invoice');
    const now = clock.now();
    const queued = yield* send(profile, row, now, `invoice ${id} resent ${now}`);
    if (queued === 'no_address') {
      throw errors.invoice_email_invalid({ email: profile.email });
    }
    if (queued === 'too_many') {
      throw errors.invoice_email_too_many({ email: profile.email });
    }
    return { id, number: row.number, account_id: accountId, recipient: profile.email };
  }

  function send(
    { account_id, email }: Profile,
    row: InvoiceRow,
    now: number,
    cause = `invoice ${row.id}`,
  ): Query<Queued> {
    return mailer.queue({
      kind: row.type === 'invoice' ? 'invoice' : 'credit note',
      cause,
      to: email,
      letter: writeLetter(row, links.to(`/billing?invoice=${row.id}`), trade.timeZone),
      attach: { maker: INVOICE_ATTACHMENT, of: { account_id, invoice_id: row.id } },
      nature: 'notice',
      accountId: account_id,
      isProof: true,
      // The mail is sent now, whatever the date of the document.
      now,
    });
  }

  return { sendDue, resend };
}
