import type { Database, Query } from '@hostler/database';
import type { Vault } from '../crypto.ts';
import type { Retention } from '../jobs/retention.ts';
import type { JobHandler, JobWork, RecurringJob } from '../jobs/worker.ts';
import type { Outages } from '../outages.ts';
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../time.ts';
import type { Attach, Attachments } from './attachments.ts';
import { type Mailbox, type MailDriver, MailRefused, withoutSecrets } from './driver.ts';
import type { RenderedLetter } from './letter.ts';
import { noteMail } from './metrics.ts';
import { canBeRetried } from './retry.ts';
import { callDue, endMail, findWaiting, forgetMails, isAnyDue, type MailRow, putOffMail, SEND } from './store.ts';

const FIRST_PAUSE = 15 * SECOND;
/** Delays after the first, second … failed attempt, then every hour until the mail is given up. */
const PAUSES = [FIRST_PAUSE, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const MAIL_SERVER = { engine: 'smtp' };
/** Ended mails are kept this long, to recognise the same cause and to count for the limits. */
const KEPT_FOR = 7 * DAY;

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
      const keeps = result === 'given_up' && canBeRetried(mail, vault) ? 1 : 0;
      return () => endMail({ id: mail.id, now: clock.now(), result, attempts, reason, keeps });
    };
    if (mail.content === null || now >= mail.give_up_at) {
      log.error(about, 'mail given up: not sent in time');
      return end('given_up', `It could not be sent in time. ${mail.reason ?? ''}`.trim());
    }
    try {
      const { attach, ...letter } = JSON.parse(vault.open(mail.content)) as RenderedLetter & { attach?: Attach };
      const files = await attachments.make(attach);
      const { id, message_id: messageId, recipient: to, created_at: createdAt } = mail;
      const { file } = await driver.send({ ...letter, attachments: files, id, messageId, to, from, createdAt }, signal);
      outages.answer(MAIL_SERVER);
      // If no mail server is set, the log must say where the mail is.
      if (file === undefined) log.info(about, 'mail sent');
      else log.warn({ ...about, file }, 'mail written to a file: HOSTLER_SMTP_URL is not set');
      return end('sent');
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

export const mailRetention: Retention = {
  name: 'mail.forget-ended',
  everyMs: HOUR,
  forget: (now, limit) => forgetMails(now - KEPT_FOR, limit),
};

function describe(error: unknown): string {
  return withoutSecrets((error as Error).message).slice(0, 500);
}
