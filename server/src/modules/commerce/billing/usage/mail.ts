import type { Query } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { Invoice } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { Cover } from '../../subscriptions/index.ts';
import { writeUsage, writeUsageSuspension } from './letters.ts';

interface Dependencies {
  mailer: Mailer;
  links: Links;
  clock: Clock;
  /** The time zone of the seller is used for the days in mails. */
  settings: { readonly timeZone: string };
}

interface Report {
  readonly level: number;
  readonly suspendAt: number;
  readonly at: number;
}

export type UsageMail = ReturnType<typeof createUsageMail>;

/** Sends mail about hourly usage to the billing address of the customer. */
export function createUsageMail({ mailer, links, clock, settings }: Dependencies) {
  function report(accountId: number, cover: Cover, { level, suspendAt, at }: Report): Query<void> {
    const letter = writeUsage(
      cover,
      { level, suspensionDay: dayIn(settings.timeZone, suspendAt) },
      links.to('/billing/payment'),
    );
    return send(accountId, `usage ${level} of ${at}`, letter);
  }

  function tellOfSuspension(accountId: number, invoice: Invoice, at: number): Query<void> {
    const letter = writeUsageSuspension(invoice, links.to(`/billing?invoice=${invoice.id}`));
    return send(accountId, `usage suspended at ${at}`, letter);
  }

  /** Throws if the mail cannot be queued, so that no service is suspended without notice. */
  function* send(accountId: number, cause: string, letter: WriteLetter): Query<void> {
    const { email } = yield* findProfile(accountId);
    const mail = { kind: 'dunning', cause: `account ${accountId} ${cause}`, to: email, letter, accountId } as const;
    const queued = yield* mailer.queue({ ...mail, nature: 'notice', isProof: true, now: clock.now() });
    if (queued === 'no_address') throw new Error(`No mail can go to ${email}; give the account another address.`);
    if (queued === 'too_many') throw new Error(`${email} gets too much mail; the next run tries again.`);
  }

  return { report, tellOfSuspension };
}
