import { type Query, sql } from '@hostler/database';

/** A ticket with new messages since the last mail to staff. */
export interface WaitingTicket {
  ticket_id: number;
  account_id: number;
  account_name: string;
  subject: string;
  priority: string;
  department: string;
  messages: number;
  opens: number;
  last_id: number;
}

const LAST_TOLD = sql<object, { at: number | null }>(
  'select max(told_at) as at from ticket_notices where told_at is not null',
);
const ANY = sql<object, { id: number }>('select id from ticket_notices where told_at is null limit 1');
const COUNT = sql<object, { messages: number; accounts: number; last_id: number | null }>(
  `select count(*) as messages, count(distinct account_id) as accounts, max(id) as last_id
   from ticket_notices where told_at is null`,
);
// The newest ticket of each account comes first, so that one account with thousands does not hide the others.
const WAITING = sql<{ last_id: number; limit: number }, WaitingTicket>(
  `select w.ticket_id, w.account_id, a.name as account_name, t.subject, t.priority, t.department, w.messages, w.opens, w.last_id
   from (select ticket_id, account_id, count(*) as messages, max(opens) as opens, max(id) as last_id,
           row_number() over (partition by account_id order by ticket_id desc) as place
         from ticket_notices where told_at is null and id <= :last_id group by ticket_id, account_id) as w
   join tickets as t on t.id = w.ticket_id join accounts as a on a.id = w.account_id
   order by w.place, w.account_id limit :limit`,
);
/** The beginning of a message, and the person who wrote it. */
export interface Excerpt {
  excerpt: string;
  person_name: string | null;
}

const EXCERPT = sql<{ id: number }, Excerpt>(
  `select n.excerpt, p.name as person_name from ticket_notices as n left join persons as p on p.id = n.person_id
   where n.id = :id`,
);
const MARK_TOLD = sql<{ last_id: number; now: number }>(
  'update ticket_notices set told_at = :now where told_at is null and id <= :last_id',
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from ticket_notices where id in (
     select id from ticket_notices where told_at < :before order by told_at limit :limit)`,
);

export const listWaiting = WAITING.all;
export const markTold = MARK_TOLD.run;
export const forgetNotices = FORGET.run;

export function* isAnyWaiting(): Query<boolean> {
  return (yield* ANY.one({})) !== undefined;
}

export function* countWaiting(): Query<{ messages: number; accounts: number; last_id: number | null }> {
  return (yield* COUNT.one({})) ?? { messages: 0, accounts: 0, last_id: null };
}

export function* findLastTold(): Query<number | null> {
  return (yield* LAST_TOLD.one({}))?.at ?? null;
}

export function* findExcerpt(id: number): Query<Excerpt> {
  return (yield* EXCERPT.one({ id })) ?? { excerpt: '', person_name: null };
}
