import { type Query, sql } from '@hostler/database';

/** Servers that have got their default rules. */
const NOTE = sql<{ account_id: number; hosting_id: number }>(
  `insert into monitoring_servers (hosting_id, account_id) values (:hosting_id, :account_id)
   on conflict (hosting_id) do nothing`,
);
const FORGET = sql<{ account_id: number; hosting_id: number }>(
  'delete from monitoring_servers where account_id = :account_id and hosting_id = :hosting_id',
);

/** Returns false if the server is known already. */
export function* noteServer(accountId: number, hostingId: number): Query<boolean> {
  return (yield* NOTE.run({ account_id: accountId, hosting_id: hostingId })) === 1;
}

export function* forgetServer(accountId: number, hostingId: number): Query<void> {
  yield* FORGET.run({ account_id: accountId, hosting_id: hostingId });
}
