import type { Query } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import type { Invoice } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { type Unpaid, writeReminder, writeSuspension, writeWarning } from './letters.ts';
import type { DunningSettings } from './schedule.ts';

interface Dependencies {
  mailer: Mailer;
  links: Links;
  clock: Clock;
  /** The time zone of the seller is used for the days in mails. */
  settings: Pick<DunningSettings, 'terminateDays'> & { readonly timeZone: string };
}

export type DunningMail = ReturnType<typeof createDunningMail>;

/** Sends mail about unpaid invoices to the billing address of the customer. */
export function createDunningMail({ mailer, links, clock, settings }: Dependencies) {
  const remind = (accountId: number, invoice: Invoice, at: number) =>
    send(accountId, invoice, `reminder of ${at}`, writeReminder(describe(invoice), url(invoice)));

  const warn = (accountId: number, invoice: Invoice, suspendAt: number) =>
    send(
      accountId,
      invoice,
      `suspension at ${suspendAt}`,
      writeWarning(describe(invoice), dayIn(settings.timeZone, suspendAt), url(invoice)),
    );

  function tellOfSuspension(accountId: number, invoice: Invoice, at: number) {
    const { timeZone, terminateDays } = settings;
    const deletionDay = terminateDays === 0 ? undefined : dayIn(timeZone, at + terminateDays * DAY);
    return send(
      accountId,
      invoice,
      `suspended at ${at}`,
      writeSuspension(describe(invoice), deletionDay, url(invoice)),
    );
  }

  /** Throws if the mail cannot be queued, so that no service is suspended without notice. */
  function* send(accountId: number, invoice: Invoice, what: string, letter: WriteLetter): Query<void> {
    const { email } = yield* findProfile(accountId);
    const mail = { kind: 'dunning', cause: `invoice ${invoice.id} ${what}`, to: email, letter, accountId } as const;
    const queued = yield* mailer.queue({ ...mail, nature: 'notice', isProof: true, now: clock.now() });
    if (queued === 'no_address') throw new Error(`No mail can go to ${email}; give the account another address.`);
    if (queued === 'too_many') throw new Error(`${email} gets too much mail; it is tried again by the next run.`);
  }

  function describe({ number, amount_due, currency, due_at }: Invoice): Unpaid {
    return { number, amount_due, currency, dueDay: dayIn(settings.timeZone, Date.parse(due_at)) };
  }

  const url = ({ id }: Invoice) => links.to(`/billing?invoice=${id}`);

  return { remind, warn, tellOfSuspension };
}
