import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { TerminalKind } from '#engines/vps/driver.ts';
import type { Actor } from '#kernel/audit/audit-context.ts';
import type { Environment } from '#kernel/environment.ts';
import type { Holder } from '../../../identity/holders/index.ts';

const consoles = table(
  'consoles',
  {
    id: number(),
    account_id: number(),
    hosting_id: number(),
    environment: text<Environment>(),
    kind: text<TerminalKind>(),
    holder_kind: text<Holder['kind']>(),
    holder_id: number(),
    actor_kind: text<Actor['kind']>(),
    actor_id: nullable(number()),
    actor_label: text(),
    /** Why staff opened it. Null for customers. */
    reason: nullable(text()),
    created_at: number(),
    /** End of the time in which the address can be used. */
    expires_at: number(),
    opened_at: later(number()),
    /** Last time that a process recorded the open session. */
    seen_at: later(number()),
    closed_at: later(number()),
    /** Why the session ended: a sentence. */
    outcome: later(text()),
  },
  { hidden: { hash: text() } },
);
export type ConsoleRow = Row<typeof consoles>;

/** An unused address counts until it expires, an open session until its process stops recording it. */
const IN_USE = `closed_at is null
  and ((opened_at is null and expires_at > :now) or (opened_at is not null and seen_at > :seen_after))`;
const COUNT = sql<
  { account_id: number; hosting_id: number; now: number; seen_after: number },
  { of_account: number; of_server: number | null }
>(
  `select count(*) as of_account, sum(case when hosting_id = :hosting_id then 1 else 0 end) as of_server
   from consoles where account_id = :account_id and ${IN_USE}`,
);
const CLAIM = sql<{ hash: string; now: number }, ConsoleRow>(
  `update consoles set opened_at = :now, seen_at = :now
   where hash = :hash and opened_at is null and expires_at > :now returning ${consoles.columns}`,
);
const SEEN = sql<{ ids: string; now: number }, { id: number }>(
  'update consoles set seen_at = :now where id {in :ids} and closed_at is null returning id',
);
const CLOSE = sql<{ id: number; now: number; outcome: string }, ConsoleRow>(
  `update consoles set closed_at = :now, outcome = :outcome where id = :id and closed_at is null
   returning ${consoles.columns}`,
);
const ABANDONED = sql<{ seen_before: number; limit: number }, ConsoleRow>(
  `select ${consoles.columns} from consoles
   where opened_at is not null and closed_at is null and seen_at < :seen_before order by seen_at limit :limit`,
);
const FORGET = sql<{ before: number; limit: number }>(
  'delete from consoles where id in (select id from consoles where created_at < :before order by created_at limit :limit)',
);

export const insertConsole = consoles.insert;
/** Uses an address up. Returns undefined if it is unknown, expired or used: only one caller of all processes gets it. */
export const claimConsole = CLAIM.one;
/** Returns undefined if the session was closed before. */
export const closeConsole = CLOSE.one;
export const listAbandoned = ABANDONED.all;
export const forgetConsoles = FORGET.run;

/** Records that sessions are open. Returns those that are. */
export function* markSeen(ids: readonly number[], now: number): Query<ReadonlySet<number>> {
  return new Set((yield* SEEN.all({ ids: JSON.stringify(ids), now })).map(({ id }) => id));
}

export function* countInUse(accountId: number, hostingId: number, now: number, seen_after: number) {
  const found = yield* COUNT.one({ account_id: accountId, hosting_id: hostingId, now, seen_after });
  return { ofAccount: found?.of_account ?? 0, ofServer: Number(found?.of_server ?? 0) };
}
