import { insert, later, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { NewSuspension, SuspensionCause } from './schemas.ts';

const suspensions = table('hosting_suspensions', {
  id: number(),
  account_id: number(),
  hosting_id: number(),
  cause: text<SuspensionCause>(),
  reason: text(),
  opened_at: number(),
  closed_at: later(number()),
});
export type SuspensionRow = Row<typeof suspensions>;

interface OfHosting {
  account_id: number;
  hosting_id: number;
}

const OWN = 'account_id = :account_id and hosting_id = :hosting_id';
const INSERT = insert<Omit<SuspensionRow, 'id' | 'closed_at'>>(
  'hosting_suspensions',
  ['account_id', 'hosting_id', 'cause', 'reason', 'opened_at'],
  { onConflict: 'on conflict (hosting_id, cause) where closed_at is null do nothing' },
);
const CLOSE = sql<OfHosting & { cause: SuspensionCause; now: number }>(
  `update hosting_suspensions set closed_at = :now where ${OWN} and cause = :cause and closed_at is null`,
);
const CLOSE_ALL = sql<OfHosting & { now: number }>(
  `update hosting_suspensions set closed_at = :now where ${OWN} and closed_at is null`,
);
const LIST = sql<OfHosting, SuspensionRow>(
  `select ${suspensions.columns} from hosting_suspensions where ${OWN} order by id`,
);
const LIST_OPEN = sql<OfHosting, SuspensionRow>(
  `select ${suspensions.columns} from hosting_suspensions where ${OWN} and closed_at is null order by id`,
);
const LAST_CLOSED = sql<OfHosting, { closed_at: number | null }>(
  `select max(closed_at) as closed_at from hosting_suspensions where ${OWN}`,
);

/** Returns false if a suspension for this cause is already open. */
export function* openSuspension(
  accountId: number,
  hostingId: number,
  { cause, reason }: NewSuspension,
  now: number,
): Query<boolean> {
  const row = { account_id: accountId, hosting_id: hostingId, cause, reason, opened_at: now };
  return (yield* INSERT(row)) !== undefined;
}

/** Returns false if no suspension for this cause is open. */
export function* closeSuspension(
  accountId: number,
  hostingId: number,
  cause: SuspensionCause,
  now: number,
): Query<boolean> {
  return (yield* CLOSE.run({ account_id: accountId, hosting_id: hostingId, cause, now })) > 0;
}

export function* closeSuspensions(accountId: number, hostingId: number, now: number): Query<void> {
  yield* CLOSE_ALL.run({ account_id: accountId, hosting_id: hostingId, now });
}

/** Lists all suspensions, oldest first. */
export function listSuspensions(accountId: number, hostingId: number): Query<SuspensionRow[]> {
  return LIST.all({ account_id: accountId, hosting_id: hostingId });
}

/** Lists open suspensions, oldest first. */
export function listOpen(accountId: number, hostingId: number): Query<SuspensionRow[]> {
  return LIST_OPEN.all({ account_id: accountId, hosting_id: hostingId });
}

/** Returns the time of the last lift. Null if none was lifted. */
export function* findLastClosed(accountId: number, hostingId: number): Query<number | null> {
  return (yield* LAST_CLOSED.one({ account_id: accountId, hosting_id: hostingId }))?.closed_at ?? null;
}
