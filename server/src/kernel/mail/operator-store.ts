import { defineStaffList, type Query, sql } from '@hostler/database';
import type { MailStatus } from './schemas.ts';
import { insertMail, type MailRow, mails } from './store.ts';

/** The list reads whether there is a text, not the text itself. */
export type ListedMail = Omit<MailRow, 'content'> & { has_text: number };

const COLUMNS = mails.columns
  .split(', ')
  .map((column) => (column === 'content' ? 'case when content is null then 0 else 1 end as has_text' : column))
  .join(', ');

/** `customers` leaves out mail to staff and to the seller. */
export const listMails = defineStaffList<ListedMail, MailStatus>({
  select: `select ${COLUMNS} from mails`,
  statuses: { waiting: 'ended_at is null', sent: `result = 'sent'`, given_up: `result = 'given_up'` },
  searched: ['recipient', 'subject', 'kind', 'cause'],
  filters: { customers: 'to_staff < :customers' },
});

const FIND = sql<{ id: number }, MailRow>(`select ${mails.columns} from mails where id = :id`);
const LOCK = sql<{ id: number }, MailRow>(`select ${mails.columns} from mails where id = :id {for update}`);
const NEWEST_COPY = sql<{ id: number }, Pick<MailRow, 'id' | 'created_at' | 'ended_at'>>(
  'select id, created_at, ended_at from mails where resent_of = :id order by id desc limit 1',
);

const ANY_SENT = sql<object, { id: number }>(
  `select id from mails where result = 'sent' and reason is not null order by id desc limit 1`,
);
const BY_MESSAGE_ID = sql<{ message_id: string }, MailRow>(
  `select ${mails.columns} from mails where message_id = :message_id`,
);

/** Returns whether a mail server has accepted a mail that is still in the log. A mail in a file has no response. */
export function* hasSentMail(): Query<boolean> {
  return (yield* ANY_SENT.one({})) !== undefined;
}

export const findByMessageId = (message_id: string) => BY_MESSAGE_ID.one({ message_id });
export const findMail = (id: number) => FIND.one({ id });
/** Locks the mail until the transaction ends. */
export const lockMail = (id: number) => LOCK.one({ id });
export const findNewestCopy = (id: number) => NEWEST_COPY.one({ id });

/** Copies a mail that ended, to be sent again. */
export function* insertCopy(
  mail: MailRow,
  message_id: string,
  { now, give_up_at }: { now: number; give_up_at: number },
): Query<MailRow | undefined> {
  const { kind, recipient, inbox, asked_for, content, account_id, cause, subject, to_staff, is_proof } = mail;
  return yield* insertMail({
    ...{ kind, recipient, inbox, asked_for, content, account_id, cause, subject, to_staff, is_proof },
    ...{ message_id, caused_by: null, attempts: 0, is_blanked: 0, resent_of: mail.id, created_at: now, give_up_at },
  });
}
