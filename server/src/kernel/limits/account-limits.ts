import { type Migration, type Query, sql } from '@hostler/database';
import type { LimitValues } from './settings.ts';

/**
 * Limits the operator set for single accounts: one row per limit that differs from the general one. Null means
 * unlimited.
 */
export const limitsMigrations: Migration[] = [
  {
    id: 'limits-001',
    script: `
      create table account_limits (
        account_id bigint not null,
        name text not null,
        value bigint,
        primary key (account_id, name)
      );`,
  },
];

const OWN = sql<{ account_id: number }, { name: string; value: number | null }>(
  'select name, value from account_limits where account_id = :account_id',
);
const SET = sql<{ account_id: number; name: string; value: number | null }>(
  `insert into account_limits (account_id, name, value) values (:account_id, :name, :value)
   on conflict (account_id, name) do update set value = excluded.value`,
);
const UNSET = sql<{ account_id: number; name: string }>(
  'delete from account_limits where account_id = :account_id and name = :name',
);

/** Returns the limits set for this account alone. */
export function* readAccountLimits(accountId: number): Query<LimitValues> {
  return new Map((yield* OWN.all({ account_id: accountId })).map(({ name, value }) => [name, value]));
}

/** Sets a limit of one account; `default` resets it to the general limit. */
export function* setAccountLimit(accountId: number, name: string, value: number | null | 'default'): Query<void> {
  if (value === 'default') yield* UNSET.run({ account_id: accountId, name });
  else yield* SET.run({ account_id: accountId, name, value });
}
