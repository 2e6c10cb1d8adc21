import { insert, later, number, type Query, type Row, sql, table, text } from '@hostler/database';
import { type AccountSuspension, type AccountSuspensionCause, readSuspension } from '../../people/index.ts';

const suspensions = table('account_suspensions', {
  id: number(),
  account_id: number(),
  cause: text<AccountSuspensionCause>(),
  reason: text(),
  /** 1 if mailboxes, or DNS zones, are suspended, too. */
  with_mail: number(),
  with_dns: number(),
  opened_at: number(),
  closed_at: later(number()),
});
export type SuspensionRow = Row<typeof suspensions>;
export type NewSuspensionRow = Omit<SuspensionRow, 'id' | 'closed_at'>;

const INSERT = insert<NewSuspensionRow>(
  'account_suspensions',
  ['account_id', 'cause', 'reason', 'with_mail', 'with_dns', 'opened_at'],
  { onConflict: 'on conflict (account_id, cause) where closed_at is null do nothing' },
);
const CLOSE = sql<{ account_id: number; cause: AccountSuspensionCause; now: number }>(
  `update account_suspensions set closed_at = :now
   where account_id = :account_id and cause = :cause and closed_at is null`,
);
const LIST = sql<{ account_id: number }, SuspensionRow>(
  `select ${suspensions.columns} from account_suspensions where account_id = :account_id order by id`,
);
const NOTE = sql<{ account_id: number; suspension: string | null }>(
  'update accounts set suspension = :suspension where id = :account_id',
);
const FIND = sql<{ account_id: number }, { suspension: string | null }>(
  'select suspension from accounts where id = :account_id',
);

/** Returns false if a suspension for this cause is open. */
export function* openSuspension(row: NewSuspensionRow): Query<boolean> {
  return (yield* INSERT(row)) !== undefined;
}

/** Returns false if no suspension for this cause is open. */
export function* closeSuspension(accountId: number, cause: AccountSuspensionCause, now: number): Query<boolean> {
  return (yield* CLOSE.run({ account_id: accountId, cause, now })) > 0;
}

/** Lists all suspensions of an account, the oldest first. */
export const listSuspensions = (accountId: number) => LIST.all({ account_id: accountId });

export function* noteSuspension(accountId: number, suspension: AccountSuspension | undefined): Query<void> {
  yield* NOTE.run({ account_id: accountId, suspension: suspension ? JSON.stringify(suspension) : null });
}

/** Returns the suspension of an account. Undefined if it is not suspended. */
export function* findSuspension(accountId: number): Query<AccountSuspension | undefined> {
  return readSuspension((yield* FIND.one({ account_id: accountId }))?.suspension);
}
