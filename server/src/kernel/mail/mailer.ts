import { sha256, type Vault } from '../crypto.ts';
import { currentTransaction, lockName, type Query } from '../db/query.ts';
import { DAY, HOUR } from '../time.ts';
import { inboxOf, readMailAddress } from './address.ts';
import type { Attach } from './attachments.ts';
import type { Mailbox } from './driver.ts';
import { type Letter, renderLetter } from './letter.ts';
import { noteMail } from './metrics.ts';
import { countAlerts, countAsked, countBy, countNews, countNotices, enqueueMail, insertMail } from './store.ts';

export interface NewMail {
  /** `invitation`: for the log. */
  kind: string;
  /** What it comes of, as `reset 17`: what has the same cause is the same mail, and goes out once. */
  cause: string;
  to: string;
  letter: Letter;
  /** A file that is made when it is sent. */
  attach?: Attach;
  /**
   * `asked`: somebody can have it sent to an address that need not be theirs (an invitation, a reset). `notice`: it tells
   * people what happened to what is theirs. `alert`: what they watch is in trouble, which may happen often. `news`:
   * what customers and staff read in the panel too, such as answers to tickets. Each has a bound of its own, so that nobody uses up the notices of another.
   */
  nature: 'asked' | 'notice' | 'alert' | 'news';
  /** Who has it sent, as `account 3`, where that is bounded too. */
  causedBy?: string;
  now: number;
  /** It is of no use any more then: its link has ended. */
  expiresAt?: number;
}

/** `too_many`: a bound is reached. `no_address`: mail cannot go there. In both cases nothing is sent. */
export type Queued = 'queued' | 'too_many' | 'no_address';

/** How much mail one inbox gets, of each kind that is asked for, of all notices and of all alerts, and one account or person sends to others. */
export const MAIL_BOUNDS = {
  askedPerHour: 5,
  askedPerDay: 20,
  noticesPerHour: 30,
  alertsPerHour: 12,
  newsPerHour: 30,
  causedPerHour: 30,
};
/** As they are stored. */
const NATURES: readonly NewMail['nature'][] = ['notice', 'asked', 'alert', 'news'];
const GIVE_UP_AFTER = DAY;

export interface Mailer {
  /** Part of the transaction of its cause: committed with it, or never sent. A simulated write sends none. */
  queue(mail: NewMail): Query<Queued>;
  /** The Message-ID of the mail with this kind, cause and recipient, to find it in the mail log. */
  messageIdOf(kind: string, cause: string, to: string): string;
}

export function createMailer({ vault, from }: { vault: Vault; from: Mailbox }): Mailer {
  function writeMessageId(kind: string, cause: string, recipient: string): string {
    return `<${sha256(`${kind} ${cause} ${recipient}`).slice(0, 40)}@${from.address.split('@').at(-1)}>`;
  }

  return {
    messageIdOf: (kind, cause, to) => writeMessageId(kind, cause, readMailAddress(to) ?? to),
    *queue(mail) {
      const { kind, cause, to, letter, attach, nature, causedBy, now, expiresAt } = mail;
      if ((yield* currentTransaction()).simulation) return 'queued';
      const recipient = readMailAddress(to);
      if (recipient === undefined) return refuse('no_address');
      const inbox = inboxOf(recipient);
      if (yield* isTooMuch(inbox, mail)) return refuse('too_many');
      const row = yield* insertMail({
        kind,
        message_id: writeMessageId(kind, cause, recipient),
        recipient,
        inbox,
        caused_by: causedBy ?? null,
        asked_for: NATURES.indexOf(nature),
        content: vault.seal(JSON.stringify({ ...renderLetter(letter, { sender: from.name || from.address }), attach })),
        attempts: 0,
        created_at: now,
        give_up_at: Math.min(expiresAt ?? Number.POSITIVE_INFINITY, now + GIVE_UP_AFTER),
      });
      if (row) yield* enqueueMail(row.id, now);
      return 'queued';
    },
  };
}

function refuse(why: Exclude<Queued, 'queued'>): Queued {
  noteMail(why);
  return why;
}

/** One after the other, or several at once would not see each other. */
function* isTooMuch(inbox: string, { kind, nature, causedBy, now }: NewMail): Query<boolean> {
  if (causedBy !== undefined) {
    yield* lockName(`mail of ${causedBy}`);
    if ((yield* countBy(causedBy, now - HOUR)) >= MAIL_BOUNDS.causedPerHour) return true;
  }
  yield* lockName(`mail to ${inbox}`);
  if (nature === 'alert') return (yield* countAlerts(inbox, now - HOUR)) >= MAIL_BOUNDS.alertsPerHour;
  if (nature === 'news') return (yield* countNews(inbox, now - HOUR)) >= MAIL_BOUNDS.newsPerHour;
  if (nature === 'notice') return (yield* countNotices(inbox, now - HOUR)) >= MAIL_BOUNDS.noticesPerHour;
  if ((yield* countAsked(inbox, kind, now - HOUR)) >= MAIL_BOUNDS.askedPerHour) return true;
  return (yield* countAsked(inbox, kind, now - DAY)) >= MAIL_BOUNDS.askedPerDay;
}
