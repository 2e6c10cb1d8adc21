import { type Query, sql } from '@hostler/database';
import type { HostingRow } from '../store.ts';
import type { MonthTotal } from './operator-store.ts';
import { listParts, type MonthState, type TrafficPart } from './parts.ts';

export interface TrafficDay {
  day: string;
  in_bytes: number;
  out_bytes: number;
}

export interface TrafficMonth extends MonthState {
  in_bytes: number;
}

const DAYS = sql<{ hosting_id: number; first: string; last: string }, TrafficDay>(
  `select day, in_bytes, out_bytes from hosting_traffic_days
   where hosting_id = :hosting_id and day >= :first and day <= :last order by day`,
);
const MONTH = sql<{ hosting_id: number; month: string }, TrafficMonth>(
  `select in_bytes, out_bytes, terms, billable_from, charge, parts from hosting_traffic_months
   where hosting_id = :hosting_id and month = :month`,
);

/** Lists the days of a month that have traffic. Rows have no account, so the caller must have found the VPS for its account. */
export function listDays({ id }: HostingRow, month: string): Query<TrafficDay[]> {
  return DAYS.all({ hosting_id: id, first: `${month}-01`, last: `${month}-31` });
}

/** Returns undefined if the month has no traffic. The caller must have found the VPS for its account. */
export function findMonth({ id }: HostingRow, month: string): Query<TrafficMonth | undefined> {
  return MONTH.one({ hosting_id: id, month });
}

const NOTE_REPORTED = sql<{ account_id: number; hosting_id: number; month: string; level: number }>(
  `update hosting_traffic_months set reported = :level
   where account_id = :account_id and hosting_id = :hosting_id and month = :month`,
);

/** Notes the percentage that the customer was notified of. */
export function* noteReported(
  { account_id, hosting_id, month }: Pick<MonthTotal, 'account_id' | 'hosting_id' | 'month'>,
  level: number,
): Query<void> {
  yield* NOTE_REPORTED.run({ account_id, hosting_id, month, level });
}

const NOTE_CHARGE = sql<{ account_id: number; hosting_id: number; month: string; charge: number }>(
  `update hosting_traffic_months set charge = :charge
   where account_id = :account_id and hosting_id = :hosting_id and month = :month`,
);

/** Notes the charge of the month under the current terms. */
export function* noteCharge(
  { account_id, hosting_id, month }: Pick<MonthTotal, 'account_id' | 'hosting_id' | 'month'>,
  charge: number,
): Query<void> {
  yield* NOTE_CHARGE.run({ account_id, hosting_id, month, charge });
}

const BILL_FROM = sql<{ account_id: number; hosting_id: number; month: string; bytes: number }>(
  `update hosting_traffic_months set billable_from = :bytes
   where account_id = :account_id and hosting_id = :hosting_id and month = :month and charge = 0`,
);

/** Bills only traffic of the month beyond these bytes. Bytes that are charged already stay charged. */
export function* billFrom(
  { account_id, hosting_id, month }: Pick<MonthTotal, 'account_id' | 'hosting_id' | 'month'>,
  bytes: number,
): Query<void> {
  yield* BILL_FROM.run({ account_id, hosting_id, month, bytes });
}

const TAKE = sql<{ account_id: number; hosting_id: number; month: string; at: number }, MonthState>(
  `update hosting_traffic_months set billed_at = :at
   where account_id = :account_id and hosting_id = :hosting_id and month = :month and billed_at is null
   returning out_bytes, terms, billable_from, charge, parts`,
);

/** Claims the charged traffic of a month for its invoice. Returns undefined if it was claimed before. */
export function* takeUnbilledTraffic(
  accountId: number,
  hostingId: number,
  month: string,
  at: number,
): Query<{ outBytes: number; parts: TrafficPart[] } | undefined> {
  const row = yield* TAKE.one({ account_id: accountId, hosting_id: hostingId, month, at });
  return row && { outBytes: row.out_bytes, parts: listParts(row).filter(({ charge }) => charge > 0) };
}
