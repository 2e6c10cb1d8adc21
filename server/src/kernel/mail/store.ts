import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import { enqueueJob } from '../jobs/queue.ts';
import { HOUR, MINUTE } from '../time.ts';
import type { MailKind } from './kinds.ts';

const AT_ONCE = 100;
export const SEND = 'mail.send';

/**
 * A mail that has not ended has either a job or a time in `next_at`. Its content is encrypted; at the end, the secrets of its
 * links are blanked. The row is the mail log for staff. It also serves to recognise the same cause and to count.
 */
export const mails = table(
  'mails',
  {
    id: number(),
    kind: text<MailKind>(),
    message_id: text(),
    recipient: text(),
    inbox: text(),
    caused_by: nullable(text()),
    /** 1 for mail that others can cause, 2 for alerts, 3 for news, 4 for status. */
    asked_for: number(),
    content: nullable(text()),
    attempts: number(),
    created_at: number(),
    give_up_at: number(),
    /** Account that the mail is about, if there is one. */
    account_id: nullable(number()),
    /** Null for mail of earlier versions, like the subject. */
    cause: nullable(text()),
    subject: nullable(text()),
    /** 1 for mail to staff or to the seller. */
    to_staff: number(),
    /** 1 for mail that the company must be able to prove. It is kept longer. */
    is_proof: number(),
    /** 1 once the secrets of its links were blanked. It cannot be sent again. */
    is_blanked: number(),
    /** The mail that staff sent again with this one. */
    resent_of: nullable(number()),
    next_at: later(number()),
    ended_at: later(number()),
    result: later(text()),
    /** Last response of the mail server. */
    reason: later(text()),
  },
  { unique: 'message_id' },
);
export type MailRow = Row<typeof mails>;

const WAITING = sql<{ id: number }, MailRow>(`select ${mails.columns} from mails where id = :id and ended_at is null`);
const COUNT_NOTICES = sql<{ inbox: string; since: number }, { count: number }>(
  'select count(*) as count from mails where inbox = :inbox and created_at > :since and asked_for = 0',
);
const COUNT_ALERTS = sql<{ inbox: string; since: number }, { count: number }>(
  'select count(*) as count from mails where inbox = :inbox and created_at > :since and asked_for = 2',
);
const COUNT_NEWS = sql<{ inbox: string; since: number }, { count: number }>(
  'select count(*) as count from mails where inbox = :inbox and created_at > :since and asked_for = 3',
);
const COUNT_STATUS = sql<{ inbox: string; since: number }, { count: number }>(
  'select count(*) as count from mails where inbox = :inbox and created_at > :since and asked_for = 4',
);
const COUNT_ASKED = sql<{ inbox: string; kind: string; since: number }, { count: number }>(
  `select count(*) as count from mails
   where inbox = :inbox and created_at > :since and asked_for = 1 and kind = :kind`,
);
const COUNT_BY = sql<{ caused_by: string; since: number }, { count: number }>(
  'select count(*) as count from mails where caused_by = :caused_by and created_at > :since',
);
interface End {
  id: number;
  now: number;
  result: string;
  attempts: number;
  reason: string | null;
  /** Replaces the content if it had secrets. */
  blanked: string | null;
}

const END = sql<End>(
  `update mails set content = coalesce(:blanked, content),
     is_blanked = case when cast(:blanked as text) is null then 0 else 1 end, next_at = null, ended_at = :now,
     result = :result, attempts = :attempts, reason = :reason
   where id = :id and ended_at is null`,
);
const RESTART = sql<{ id: number; give_up_at: number }, MailRow>(
  `update mails set ended_at = null, result = null, attempts = 0, give_up_at = :give_up_at
   where id = :id and result = 'given_up' and content is not null and is_blanked = 0 returning ${mails.columns}`,
);
const PUT_OFF = sql<{ id: number; next_at: number; attempts: number; reason: string }>(
  'update mails set next_at = :next_at, attempts = :attempts, reason = :reason where id = :id and ended_at is null',
);
const IS_DUE = sql<{ now: number; furthest: number }, { id: number }>(
  'select id from mails where next_at <= :now or next_at > :furthest limit 1',
);
const CALL_DUE = sql<{ now: number; furthest: number; limit: number }, { id: number }>(
  `update mails set next_at = null where id in (
     select id from mails where next_at <= :now or next_at > :furthest order by next_at limit :limit {skip locked})
   returning id`,
);
const FORGET_TEXTS = sql<{ before: number; limit: number }>(
  `update mails set content = null where id in (
     select id from mails where ended_at < :before and content is not null and is_proof = 0
     order by ended_at limit :limit)`,
);
const FORGET_OTHERS = sql<{ before: number; limit: number }>(
  `delete from mails where id in (
     select id from mails where ended_at < :before and is_proof = 0 order by ended_at limit :limit)`,
);
const FORGET_PROVEN = sql<{ before: number; limit: number }>(
  `delete from mails where id in (
     select id from mails where ended_at < :before and is_proof = 1 order by ended_at limit :limit)`,
);
const WAITING_COUNT = sql<{ limit: number }, { count: number; oldest: number | null }>(
  `select count(*) as count, min(created_at) as oldest
   from (select created_at from mails where ended_at is null order by id limit :limit) as waiting`,
);

const END_OF = sql<{ message_id: string }, { ended_at: number | null; result: string | null }>(
  'select ended_at, result from mails where message_id = :message_id',
);

/** Returns the end and the result of a mail; undefined after the row was deleted. */
export const findMailEnd = (message_id: string) => END_OF.one({ message_id });
export const insertMail = mails.insert;
export const findWaiting = (id: number) => WAITING.one({ id });
export const endMail = END.run;
/** Opens a mail that was given up for another day. Undefined if it was not, or cannot be sent again. */
export const restartMail = RESTART.one;
export const putOffMail = PUT_OFF.run;
export const forgetTexts = (before: number, limit: number) => FORGET_TEXTS.run({ before, limit });
export const forgetMails = (before: number, limit: number) => FORGET_OTHERS.run({ before, limit });
export const forgetProven = (before: number, limit: number) => FORGET_PROVEN.run({ before, limit });
export const countWaiting = (limit: number) => WAITING_COUNT.one({ limit });

export function* countAlerts(inbox: string, since: number): Query<number> {
  return (yield* COUNT_ALERTS.one({ inbox, since }))?.count ?? 0;
}

export function* countNews(inbox: string, since: number): Query<number> {
  return (yield* COUNT_NEWS.one({ inbox, since }))?.count ?? 0;
}

export function* countStatus(inbox: string, since: number): Query<number> {
  return (yield* COUNT_STATUS.one({ inbox, since }))?.count ?? 0;
}

export function* countNotices(inbox: string, since: number): Query<number> {
  return (yield* COUNT_NOTICES.one({ inbox, since }))?.count ?? 0;
}

/** Counts per kind: a person who can send invitations to somebody must not block the link for a new password. */
export function* countAsked(inbox: string, kind: string, since: number): Query<number> {
  return (yield* COUNT_ASKED.one({ inbox, kind, since }))?.count ?? 0;
}

export function* countBy(causedBy: string, since: number): Query<number> {
  return (yield* COUNT_BY.one({ caused_by: causedBy, since }))?.count ?? 0;
}

export function* enqueueMail(id: number, now: number): Query<void> {
  yield* enqueueJob({ kind: SEND, payload: { id }, lane: 'mail', runAt: now });
}

export function* isAnyDue(now: number): Query<boolean> {
  return (yield* IS_DUE.one({ now, furthest: furthestFrom(now) })) !== undefined;
}

/** Queues jobs for mails whose delay is over. Returns how many. */
export function* callDue(now: number): Query<number> {
  const due = yield* CALL_DUE.all({ now, furthest: furthestFrom(now), limit: AT_ONCE });
  for (const { id } of due) yield* enqueueMail(id, now);
  return due.length;
}

/** Returns the furthest plausible `next_at`. A later one was scheduled before the clock was set back. */
function furthestFrom(now: number): number {
  return now + HOUR + MINUTE;
}
