import type { Database, Query } from '@hostler/database';
import type { Vault } from '../crypto.ts';
import type { Retention } from '../jobs/retention.ts';
import type { JobHandler, JobWork, RecurringJob } from '../jobs/worker.ts';
import type { Outages } from '../outages.ts';
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import type { Attachments } from './attachments.ts';
import { blankSecrets, openContent, sealContent } from './content.ts';
import { type Mailbox, type MailDriver, MailRefused, withoutSecrets } from './driver.ts';
import { GIVE_UP_AFTER } from './mailer.ts';
import { noteMail } from './metrics.ts';
import {
  callDue,
  endMail,
  findWaiting,
  forgetMails,
  forgetProven,
  forgetTexts,
  isAnyDue,
  type MailRow,
  putOffMail,
  SEND,
} from './store.ts';

const FIRST_PAUSE = 15 * SECOND;
/** Delays after the first, second … failed attempt, then every hour until the mail is given up. */
const PAUSES = [FIRST_PAUSE, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const MAIL_SERVER = { engine: 'smtp' };
/** The mail log is kept this long, and longer for mail that the company must be able to prove. */
const LOG_KEPT_FOR = 365 * DAY;
const PROOF_KEPT_FOR = 6 * 366 * DAY;

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  driver: MailDriver;
  from: Mailbox;
  attachments: Attachments;
  outages: Pick<Outages, 'take' | 'answer'>;
}

/** Returns the job handler that makes one attempt. */
export function mailJob({ db, clock, vault, driver, from, attachments, outages }: Dependencies): JobHandler {
  async function attempt(mail: MailRow, { signal, log }: JobWork): Promise<() => Query<unknown>> {
    const about = { mail_id: mail.id, mail_kind: mail.kind };
    const now = clock.now();
    const attempts = mail.attempts + 1;
    const end = (result: 'sent' | 'given_up', reason: string | null = null) => {
      noteMail(result);
      const blanked = blank(mail.content, vault);
      return () => endMail({ id: mail.id, now: clock.now(), result, attempts, reason, blanked });
    };
    if (mail.content === null || isTooLate(mail, now)) {
      log.error(about, 'mail given up: not sent in time');
      return end('given_up', `It could not be sent in time. ${mail.reason ?? ''}`.trim());
    }
    try {
      const { attach, ...letter } = openContent(mail.content, vault);
      const files = await attachments.make(attach);
      const { id, message_id: messageId, recipient: to, created_at: createdAt } = mail;
      const { file, response } = await driver.send(
        { ...letter, attachments: files, id, messageId, to, from, createdAt },
        signal,
      );
      outages.answer(MAIL_SERVER);
      // If no mail server is set, the log must say where the mail is.
      if (file === undefined) log.info(about, 'mail sent');
      else log.warn({ ...about, file }, 'mail written to a file: HOSTLER_SMTP_URL is not set');
      return end('sent', response === undefined ? null : shorten(response));
    } catch (error) {
      signal.throwIfAborted();
      const reason = describe(error);
      const isOutage = outages.take(MAIL_SERVER, error);
      if (error instanceof MailRefused) {
        outages.answer(MAIL_SERVER);
        log.error({ ...about, reason }, 'mail given up: rejected by the mail server');
        return end('given_up', reason);
      }
      if (!isOutage) log.warn({ ...about, attempts, reason }, 'mail not sent: will retry');
      noteMail('tried_again');
      const next_at = clock.now() + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? HOUR);
      return () => putOffMail({ id: mail.id, next_at: Math.min(next_at, mail.give_up_at), attempts, reason });
    }
  }

  return {
    kind: SEND,
    // The mail itself holds the time to give up. Without a job it would wait for ever.
    retryForever: true,
    async run(work) {
      const { id } = work.payload as { id: number };
      const mail = await db.read(findWaiting(id));
      const record = mail && (await attempt(mail, work));
      await db.write(function* () {
        if (record) yield* record();
        yield* work.complete();
      });
    },
  };
}

export function mailUpkeep({ db }: Pick<Dependencies, 'db'>): RecurringJob {
  return {
    name: 'mail.try-again',
    everyMs: FIRST_PAUSE,
    async run(now) {
      // Usually nothing is due, and a read is cheaper than a write.
      if (!(await db.read(isAnyDue(now)))) return;
      while ((await db.write(() => callDue(now))) > 0);
    },
  };
}

/** `keepDays`: days after which the texts are deleted, except those that the company must be able to prove. */
export function mailRetention({ keepDays }: { keepDays: number }): Retention[] {
  return [
    {
      name: 'mail.forget-texts',
      everyMs: HOUR,
      forget: (now, limit) => forgetTexts(now - keepDays * DAY, limit),
    },
    { name: 'mail.forget-ended', everyMs: HOUR, forget: (now, limit) => forgetMails(now - LOG_KEPT_FOR, limit) },
    { name: 'mail.forget-proven', everyMs: HOUR, forget: (now, limit) => forgetProven(now - PROOF_KEPT_FOR, limit) },
  ];
}

/**
 * Returns whether a mail is given up without another attempt. A mail without an expiry is tried at least once, even if
 * the program was off for more than a day.
 */
function isTooLate({ attempts, created_at, give_up_at }: MailRow, now: number): boolean {
  const hasExpiry = give_up_at < created_at + GIVE_UP_AFTER;
  return now >= give_up_at && (attempts > 0 || hasExpiry);
}

/** Returns the content to keep if the mail has a secret link; null if it stays as it is. */
function blank(content: string | null, vault: Vault): string | null {
  if (content === null) return null;
  try {
    const blanked = blankSecrets(openContent(content, vault));
    return blanked ? sealContent(blanked, vault) : null;
  } catch {
    // It was encrypted with another key, so nobody can read it.
    return null;
  }
}

function describe(error: unknown): string {
  return shorten((error as Error).message);
}

function shorten(message: string): string {
  return withoutSecrets(message).slice(0, 500);
}
