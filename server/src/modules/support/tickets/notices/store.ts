import { type Query, sql } from '@hostler/database';

interface NewNotice {
  account_id: number;
  ticket_id: number;
  /** 1 if the message opened the ticket, 0 if it is a reply. */
  opens: number;
  /** The beginning of the message. */
  excerpt: string;
  created_at: number;
}

const ADD = sql<NewNotice>(
  `insert into ticket_notices (account_id, ticket_id, opens, excerpt, created_at)
   values (:account_id, :ticket_id, :opens, :excerpt, :created_at)`,
);

const LONGEST_EXCERPT = 2_000;

/** Queues the message for the next mail to staff. */
export function* addNotice(
  accountId: number,
  { ticketId, opens, message, now }: { ticketId: number; opens: boolean; message: string; now: number },
): Query<void> {
  const excerpt = [...message].slice(0, LONGEST_EXCERPT).join('');
  yield* ADD.send({ account_id: accountId, ticket_id: ticketId, opens: opens ? 1 : 0, excerpt, created_at: now });
}
