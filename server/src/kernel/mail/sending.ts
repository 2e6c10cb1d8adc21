import type { Vault } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import type { Query } from '../db/query.ts';
import type { Retention } from '../jobs/retention.ts';
import type { JobHandler, JobWork, RecurringJob } from '../jobs/worker.ts';
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import type { Attach, Attachments } from './attachments.ts';
import { type Mailbox, type MailDriver, MailRefused } from './driver.ts';
import type { RenderedLetter } from './letter.ts';
import { noteMail } from './metrics.ts';
import { callDue, endMail, findWaiting, forgetMails, isAnyDue, type MailRow, putOffMail, SEND } from './store.ts';

const FIRST_PAUSE = 15 * SECOND;
/** After the first, second … failed attempt; then every hour until it is given up. */
const PAUSES = [FIRST_PAUSE, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
/** For this long the same cause is known again, and bounds are counted. */
const KEPT_FOR = 7 * DAY;

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  driver: MailDriver;
  from: Mailbox;
  attachments: Attachments;
}

/** The job that makes one attempt. */
export function mailJob({ db, clock, vault, driver, from, attachments }: Dependencies): JobHandler {
  async function attempt(mail: MailRow, { signal, log }: JobWork): Promise<() => Query<unknown>> {
    const about = { mail_id: mail.id, mail_kind: mail.kind };
    const now = clock.now();
    const attempts = mail.attempts + 1;
    const end = (result: 'sent' | 'given_up') => {
      noteMail(result);
      return () => endMail({ id: mail.id, now: clock.now(), result, attempts });
    };
    if (mail.content === null || now >= mail.give_up_at) {
      log.error(about, 'a mail was given up: it could not be sent in time');
      return end('given_up');
    }
    try {
      const { attach, ...letter } = JSON.parse(vault.open(mail.content)) as RenderedLetter & { attach?: Attach };
      const files = await attachments.make(attach);
      const { id, message_id: messageId, recipient: to, created_at: createdAt } = mail;
      const { file } = await driver.send({ ...letter, attachments: files, id, messageId, to, from, createdAt }, signal);
      // Where nobody gets it, whoever reads the log is to know where it is.
      if (file === undefined) log.info(about, 'a mail was sent');
      else log.warn({ ...about, file }, 'a mail was written to a file, as HOSTLER_SMTP_URL is not set');
      return end('sent');
    } catch (error) {
      signal.throwIfAborted();
      const reason = describe(error);
      if (error instanceof MailRefused) {
        log.error({ ...about, reason }, 'a mail was given up: the mail server does not take it');
        return end('given_up');
      }
      log.warn({ ...about, attempts, reason }, 'a mail could not be sent; it is tried again');
      noteMail('tried_again');
      const next_at = clock.now() + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? HOUR);
      return () => putOffMail({ id: mail.id, next_at: Math.min(next_at, mail.give_up_at), attempts });
    }
  }

  return {
    kind: SEND,
    // When to give up is said by the mail; without a job it would wait for ever.
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
      // Nearly always there is nothing to do, and a look costs no write.
      if (!(await db.read(isAnyDue(now)))) return;
      while ((await db.write(() => callDue(now))) > 0);
    },
  };
}

export const mailRetention: Retention = {
  name: 'mail.forget-ended',
  everyMs: HOUR,
  forget: (now, limit) => forgetMails(now - KEPT_FOR, limit),
};

/** What the mail server said. It may quote the mail, so whatever could be the secret part of a link goes. */
function describe(error: unknown): string {
  const { message } = error as Error;
  return message.replace(/#\S+/g, '#…').slice(0, 500);
}
