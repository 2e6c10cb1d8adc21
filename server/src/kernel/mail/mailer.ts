import { currentTransaction, lockName, type Query } from '@hostler/database';
import type { Brand } from '../brand.ts';
import { sha256, type Vault } from '../crypto.ts';
import { type Language, SOURCE_LANGUAGE } from '../texts/languages.ts';
import { say } from '../texts/say.ts';
import { DAY, HOUR } from '../time.ts';
import { inboxOf, readMailAddress } from './address.ts';
import type { Attach } from './attachments.ts';
import { sealContent } from './content.ts';
import type { Mailbox } from './driver.ts';
import type { MailKind } from './kinds.ts';
import { type Letter, renderLetter, type WriteLetter } from './letter.ts';
import { noteMail } from './metrics.ts';
import {
  countAlerts,
  countAsked,
  countBy,
  countNews,
  countNotices,
  countStatus,
  enqueueMail,
  insertMail,
} from './store.ts';

export interface NewMail {
  /** Kind for the log, for example `invitation`. */
  kind: MailKind;
  /** Cause, for example `reset 17`. A mail of the same kind, cause and recipient is sent once. */
  cause: string;
  to: string;
  /** A function writes it in the language of the reader. A letter that is finished is in English. */
  letter: Letter | WriteLetter;
  /** File that is created when the mail is sent. */
  attach?: Attach;
  /**
   * `asked`: a user can have it sent to an address of somebody else (an invitation, a reset). `notice`: reports a
   * change to something the recipient owns. `alert`: a monitored resource has a problem, which may happen often.
   * `news`: also shown in the panel, such as replies to tickets. `status`: a server or a backup changed, which a customer can
   * cause as often as they like. Each has its own limit, so that one kind cannot use up another.
   */
  nature: 'asked' | 'notice' | 'alert' | 'news' | 'status';
  /** Account that the mail is about. Shown to staff in the mail log. Its language is that of the letter. */
  accountId?: number;
  /** Person whose own matter it is. Without an account, the language of one of theirs is that of the letter. */
  personId?: number;
  /** Language of the letter, if neither of them decides it. */
  language?: Language | undefined;
  /** The mail goes to staff or to the seller. */
  isToStaff?: boolean;
  /** The company must be able to prove it: invoices, reminders, suspensions, prices, cancellations. It is kept for 6 years. */
  isProof?: boolean;
  /** Sender of the mail, for example `account 3`, if its rate is limited, too. */
  causedBy?: string;
  now: number;
  /** The mail is useless after this time: its link has expired. */
  expiresAt?: number;
}

/** `too_many`: a limit is reached. `no_address`: the address is invalid. In both cases nothing is sent. */
export type Queued = 'queued' | 'too_many' | 'no_address';

/**
 * Limits per inbox (per kind for `asked`, together for notices, alerts and news) and per account or person that causes
 * mail to others.
 */
export const MAIL_BOUNDS = {
  askedPerHour: 5,
  askedPerDay: 20,
  noticesPerHour: 30,
  alertsPerHour: 12,
  newsPerHour: 30,
  statusPerHour: 20,
  causedPerHour: 30,
};
/** Index is the stored value. */
const NATURES: readonly NewMail['nature'][] = ['notice', 'asked', 'alert', 'news', 'status'];
/** Time after which a mail that cannot be sent is given up. */
export const GIVE_UP_AFTER = DAY;

export interface Mailer {
  /**
   * Queues a mail in the transaction of its cause: it commits with it or is never sent. A simulated write sends none.
   */
  queue(mail: NewMail): Query<Queued>;
  /** Returns the Message-ID of the mail with this kind, cause and recipient, to find it in the mail log. */
  messageIdOf(kind: string, cause: string, to: string): string;
}

/** Returns the language in which an account or a person is written to, or that of the installation. */
export type LanguageOf = (reader: Pick<NewMail, 'accountId' | 'personId'>) => Query<Language>;

interface Dependencies {
  vault: Vault;
  from: Mailbox;
  /** Without it, letters are in English. */
  languageOf?: LanguageOf;
  brand?: Pick<Brand, 'supportAddress' | 'accentColor' | 'footerLinks'>;
}

export function createMailer({ vault, from, languageOf, brand }: Dependencies): Mailer {
  function writeMessageId(kind: string, cause: string, recipient: string): string {
    return `<${sha256(`${kind} ${cause} ${recipient}`).slice(0, 40)}@${from.address.split('@').at(-1)}>`;
  }

  function* findLanguage(mail: NewMail): Query<Language> {
    if (typeof mail.letter !== 'function') return SOURCE_LANGUAGE;
    return mail.language ?? (languageOf ? yield* languageOf(mail) : SOURCE_LANGUAGE);
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
      const words = say(yield* findLanguage(mail));
      const rendered = renderLetter(typeof letter === 'function' ? letter(words) : letter, {
        say: words,
        sender: from.name || from.address,
        support: mail.isToStaff ? undefined : brand?.supportAddress,
        accent: brand?.accentColor,
        links: mail.isToStaff ? [] : brand?.footerLinks,
      });
      const row = yield* insertMail({
        kind,
        message_id: writeMessageId(kind, cause, recipient),
        recipient,
        inbox,
        caused_by: causedBy ?? null,
        asked_for: NATURES.indexOf(nature),
        content: sealContent({ ...rendered, attach }, vault),
        account_id: mail.accountId ?? null,
        cause,
        subject: rendered.subject,
        to_staff: mail.isToStaff ? 1 : 0,
        is_proof: mail.isProof ? 1 : 0,
        is_blanked: 0,
        resent_of: null,
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

/** Locks the sender and the inbox, because concurrent transactions do not see each other's mails. */
function* isTooMuch(inbox: string, { kind, nature, causedBy, now }: NewMail): Query<boolean> {
  if (causedBy !== undefined) {
    yield* lockName(`mail of ${causedBy}`);
    if ((yield* countBy(causedBy, now - HOUR)) >= MAIL_BOUNDS.causedPerHour) return true;
  }
  yield* lockName(`mail to ${inbox}`);
  if (nature === 'alert') return (yield* countAlerts(inbox, now - HOUR)) >= MAIL_BOUNDS.alertsPerHour;
  if (nature === 'news') return (yield* countNews(inbox, now - HOUR)) >= MAIL_BOUNDS.newsPerHour;
  if (nature === 'status') return (yield* countStatus(inbox, now - HOUR)) >= MAIL_BOUNDS.statusPerHour;
  if (nature === 'notice') return (yield* countNotices(inbox, now - HOUR)) >= MAIL_BOUNDS.noticesPerHour;
  if ((yield* countAsked(inbox, kind, now - HOUR)) >= MAIL_BOUNDS.askedPerHour) return true;
  return (yield* countAsked(inbox, kind, now - DAY)) >= MAIL_BOUNDS.askedPerDay;
}
