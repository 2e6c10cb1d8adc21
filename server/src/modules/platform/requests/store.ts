import { defineLog, type Query, sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { ErrorCode } from '#kernel/errors.ts';

export interface RequestRow {
  id: number;
  account_id: number;
  environment: Environment;
  key_id: number | null;
  person_id: number | null;
  caller_name: string;
  method: string;
  path: string;
  status: number;
  status_class: number;
  error_code: ErrorCode | null;
  duration_ms: number;
  address: string;
  request_id: string;
  at: number;
}
export type NewRequest = Omit<RequestRow, 'id'>;

const TYPES = {
  account_id: 'bigint',
  environment: 'text',
  key_id: 'bigint',
  person_id: 'bigint',
  caller_name: 'text',
  method: 'text',
  path: 'text',
  status: 'bigint',
  status_class: 'bigint',
  error_code: 'text',
  duration_ms: 'double precision',
  address: 'text',
  request_id: 'text',
  at: 'bigint',
} satisfies Record<keyof NewRequest, string>;
const NAMES = Object.keys(TYPES);

const INSERT = sql<{ rows: string }>(
  `insert into requests (${NAMES.join(', ')})
   select ${Object.entries(TYPES).map(([name, type]) => `cast(r.value ->> '${name}' as ${type})`)} from {each :rows as r}`,
);
const MARK_GAPS = sql<{ gaps: string }>(
  `insert into request_gaps (account_id, left_out_at)
   select cast(g.value ->> 'account_id' as bigint), cast(g.value ->> 'at' as bigint) from {each :gaps as g} where true
   on conflict (account_id) do update set left_out_at = excluded.left_out_at`,
);

export function* insertRequests(rows: readonly NewRequest[]): Query<void> {
  yield* INSERT.run({ rows: JSON.stringify(rows) }, [...new Set(rows.map(({ account_id }) => account_id))]);
}

export function* markGaps(gaps: ReadonlyMap<number, number>): Query<void> {
  const rows = [...gaps].map(([account_id, at]) => ({ account_id, at }));
  yield* MARK_GAPS.run({ gaps: JSON.stringify(rows) }, [...gaps.keys()]);
}

const GAP = sql<{ account_id: number }, { left_out_at: number }>(
  'select left_out_at from request_gaps where account_id = :account_id',
);

/** Returns when a request was last left out, if ever. */
export function* findGap(accountId: number): Query<number | undefined> {
  return (yield* GAP.one({ account_id: accountId }))?.left_out_at;
}

/** The newest requests of an account. */
export const listRequests = defineLog<RequestRow>({
  table: 'requests',
  columns: ['id', ...NAMES].join(', '),
  indexed: ['request_id', 'key_id', 'status_class'],
  present: { by_key: 'key_id', by_person: 'person_id' },
});
