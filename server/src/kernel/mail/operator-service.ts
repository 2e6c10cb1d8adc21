import type { AccountListRequest, Query } from '@hostler/database';
import { randomBase62, type Vault } from '../crypto.ts';
import { fieldErrors, notFound, validationError } from '../errors.ts';
import type { StaffRole } from '../staff-roles.ts';
import { type Clock, DAY, formatOptionalTime, formatTime, MINUTE } from '../time.ts';
import { inboxOf, readMailAddress } from './address.ts';
import { hideSecrets, openContent } from './content.ts';
import type { Mailbox } from './driver.ts';
import { errors } from './errors.ts';
import type { Letter } from './letter.ts';
import type { Mailer } from './mailer.ts';
import {
  findByMessageId,
  findMail,
  findNewestCopy,
  insertCopy,
  type ListedMail,
  listMails,
  lockMail,
} from './operator-store.ts';
import type { MailStatus, SentMail, SentMailText } from './schemas.ts';
import { enqueueMail, type MailRow, restartMail } from './store.ts';

/** A second click within this time does not send a second copy. */
const RESENT_AT_MOST_EVERY = MINUTE;

interface ListRequest extends AccountListRequest<MailStatus> {
  readonly kind?: string | undefined;
  readonly cause?: string | undefined;
  /** Roles of the caller; absent on the command line, which may read everything. */
  readonly roles?: ReadonlySet<StaffRole> | undefined;
}

interface Dependencies {
  clock: Clock;
  vault: Vault;
  from: Mailbox;
  mailer: Mailer;
}

export type MailOperatorService = ReturnType<typeof createMailOperatorService>;

export function createMailOperatorService({ clock, vault, from, mailer }: Dependencies) {
  /** Lists mail. A whole address as the text is found by an index. */
  function* list({ kind, cause, roles, text, ...request }: ListRequest = {}): Query<SentMail[]> {
    const address = text === undefined ? undefined : readMailAddress(text);
    const filters = {
      kind,
      cause,
      inbox: address === undefined ? undefined : inboxOf(address),
      customers: maySeeStaffMail(roles) ? undefined : 1,
    };
    return (yield* listMails({ ...request, text: address === undefined ? text : undefined }, filters)).map(view);
  }

  /** Returns a mail with its text. */
  function* show({ id, roles }: { id: number; roles?: ReadonlySet<StaffRole> | undefined }): Query<SentMailText> {
    const mail = yield* findMail(id);
    if (!mail || (mail.to_staff === 1 && !maySeeStaffMail(roles))) throw notFound('Mail');
    const { text, attach } = readContent(mail);
    return { ...view(toListed(mail)), message_id: mail.message_id, text, attachment: attach?.maker ?? null };
  }

  function readContent({ content }: MailRow) {
    // A waiting mail still has its secrets.
    const opened = content === null ? undefined : openContent(content, vault);
    return { text: opened ? hideSecrets(opened.text) : null, attach: opened?.attach };
  }

  /**
   * Sends a mail again: one that was given up as it is, one that was sent as a copy. Throws CONFLICT if it waits, was resent
   * just now, or cannot be sent again.
   */
  function* resend({ id, roles }: { id: number; roles?: ReadonlySet<StaffRole> | undefined }): Query<SentMail> {
    const mail = yield* lockMail(id);
    if (!mail || (mail.to_staff === 1 && !maySeeStaffMail(roles))) throw notFound('Mail');
    if (mail.ended_at === null) throw errors.mail_waits({ id });
    if (mail.is_blanked === 1) throw errors.mail_blanked({ id, why: BLANKED });
    if (mail.content === null) throw errors.mail_text_not_kept({ id });
    const now = clock.now();
    const give_up_at = now + DAY;
    if (mail.result === 'given_up') {
      const restarted = yield* restartMail({ id, give_up_at });
      if (!restarted) throw errors.mail_just_resent({ id });
      yield* enqueueMail(id, now);
      return view(toListed(restarted));
    }
    const newest = yield* findNewestCopy(id);
    if (newest && (newest.ended_at === null || now - newest.created_at < RESENT_AT_MOST_EVERY)) {
      throw errors.mail_recently_resent({ id, copy_id: newest.id });
    }
    const messageId = `<${randomBase62(40)}@${from.address.split('@').at(-1)}>`;
    const copy = yield* insertCopy(mail, messageId, { now, give_up_at });
    if (!copy) throw errors.mail_just_resent({ id });
    yield* enqueueMail(copy.id, now);
    return view(toListed(copy));
  }

  /** Sends a mail to check the mail server and the sender. Its result is in the mail log. */
  function* test({ to }: { to: string }): Query<SentMail> {
    const cause = `test ${randomBase62(12)}`;
    const sender = from.name || from.address;
    const queued = yield* mailer.queue({
      ...{ kind: 'test', cause, to, letter: writeTest(sender), nature: 'asked', isToStaff: true },
      now: clock.now(),
    });
    if (queued === 'no_address') throw validationError([fieldErrors.not_email('to')]);
    const mail = queued === 'queued' ? yield* findByMessageId(mailer.messageIdOf('test', cause, to)) : undefined;
    if (mail) return view(toListed(mail));
    throw errors.too_many_test_mails();
  }

  return { list, show, resend, test };
}

function writeTest(sender: string): Letter {
  return {
    subject: `Test mail of ${sender}`,
    paragraphs: ['This mail was sent to check the mail settings. You can read it, so they work.'],
  };
}

const BLANKED = 'its access link was deleted. Send a new invitation, reset or confirmation instead.';

/** Mail to the seller is about bank lines and refunds. */
function maySeeStaffMail(roles: ReadonlySet<StaffRole> | undefined): boolean {
  return roles === undefined || roles.has('owner') || roles.has('billing');
}

function toListed({ content, ...mail }: MailRow): ListedMail {
  return { ...mail, has_text: content === null ? 0 : 1 };
}

function view(mail: ListedMail): SentMail {
  return {
    id: mail.id,
    account_id: mail.account_id,
    recipient: mail.recipient,
    subject: mail.subject,
    kind: mail.kind,
    cause: mail.cause,
    status: mail.ended_at === null ? 'waiting' : mail.result === 'sent' ? 'sent' : 'given_up',
    attempts: mail.attempts,
    response: mail.reason,
    resent_of: mail.resent_of,
    has_text: mail.has_text === 1,
    resendable: mail.ended_at !== null && mail.has_text === 1 && mail.is_blanked === 0,
    created_at: formatTime(mail.created_at),
    next_at: formatOptionalTime(mail.next_at),
    ended_at: formatOptionalTime(mail.ended_at),
  };
}
