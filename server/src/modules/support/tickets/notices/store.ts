import { type Query, sql } from '@hostler/database';

interface NewNotice {
  account_id: number;
  ticket_id: number;
  /** 1 if the message opened the ticket, 0 if it is a reply. */
  opens: number;
  /** The beginning of the message. */
  excerpt: string;
  person_id: number | null;
  created_at: number;
}

const ADD = sql<NewNotice>(
  `insert into ticket_notices (account_id, ticket_id, opens, excerpt, person_id, created_at)
   values (:account_id, :ticket_id, :opens, :excerpt, :person_id, :created_at)`,
);

interface Notice {
  readonly ticketId: number;
  readonly opens: boolean;
  readonly message: string;
  /** The person who wrote it; null for programs. */
  readonly personId: number | null;
  readonly now: number;
}

const LONGEST_EXCERPT = 2_000;

/** Queues the message for the next mail to staff. */
export function* addNotice(accountId: number, { ticketId, opens, message, personId, now }: Notice): Query<void> {
  const excerpt = [...message].slice(0, LONGEST_EXCERPT).join('');
  const row = { account_id: accountId, ticket_id: ticketId, opens: opens ? 1 : 0, excerpt, person_id: personId };
  yield* ADD.send({ ...row, created_at: now });
}
