import { type Query, sql } from '@hostler/database';

/** Traffic of a server between two readings. */
export interface TrafficGrowth {
  readonly hosting_id: number;
  readonly account_id: number;
  readonly day: string;
  readonly month: string;
  readonly in_bytes: number;
  readonly out_bytes: number;
  /** JSON of TrafficTerms; null if the traffic is unmetered. */
  readonly terms: string | null;
  /** Number of outbound bytes of a month beyond which they are billed; null if they are not. */
  readonly billable_from: number | null;
  /** True if the record of the server is to show the new total. */
  readonly shown: boolean;
}

/** Total of a month after a reading. */
export interface MonthTotal {
  readonly hosting_id: number;
  readonly account_id: number;
  readonly month: string;
  readonly out_bytes: number;
  readonly terms: string | null;
  /** Highest percentage that the customer was notified of. */
  readonly reported: number;
}

const bigint = (name: string) => `cast(r.value ->> '${name}' as bigint)`;
/** Totals stay exact in JavaScript, whatever a machine reports. */
const grow = (table: string, column: string) =>
  `${column} = case when ${table}.${column} > ${Number.MAX_SAFE_INTEGER} - excluded.${column}
     then ${Number.MAX_SAFE_INTEGER} else ${table}.${column} + excluded.${column} end`;

const ADD_DAYS = sql<{ rows: string }>(
  `insert into hosting_traffic_days (hosting_id, day, in_bytes, out_bytes)
   select ${bigint('hosting_id')}, r.value ->> 'day', ${bigint('in_bytes')}, ${bigint('out_bytes')}
   from {each :rows as r} where true
   on conflict (hosting_id, day) do update set ${grow('hosting_traffic_days', 'in_bytes')},
     ${grow('hosting_traffic_days', 'out_bytes')}`,
);
const ADD_MONTHS = sql<{ rows: string }, MonthTotal>(
  `insert into hosting_traffic_months (hosting_id, month, account_id, in_bytes, out_bytes, terms, billable_from)
   select ${bigint('hosting_id')}, r.value ->> 'month', ${bigint('account_id')}, ${bigint('in_bytes')},
     ${bigint('out_bytes')}, r.value ->> 'terms', ${bigint('billable_from')}
   from {each :rows as r} where true
   on conflict (hosting_id, month) do update set ${grow('hosting_traffic_months', 'in_bytes')},
     ${grow('hosting_traffic_months', 'out_bytes')}, terms = excluded.terms,
     billable_from = excluded.billable_from
   returning hosting_id, account_id, month, out_bytes, terms, reported`,
);
const SHOW = sql<{ rows: string }>(
  `update hosting set traffic_month = r.value ->> 'month', traffic_out_bytes = ${bigint('out_bytes')}
   from {each :rows as r} where hosting.id = ${bigint('hosting_id')}`,
);
const FORGET_DAYS = sql<{ before: string; limit: number }>(
  `delete from hosting_traffic_days where (hosting_id, day) in (
     select hosting_id, day from hosting_traffic_days where day < :before order by day limit :limit)`,
);
const FORGET_MONTHS = sql<{ before: string; limit: number }>(
  `delete from hosting_traffic_months where (hosting_id, month) in (
     select hosting_id, month from hosting_traffic_months where month < :before order by month, hosting_id limit :limit)`,
);

/** Adds traffic to its day and month. Returns the new totals of the months. */
export function* addTraffic(grown: readonly TrafficGrowth[]): Query<MonthTotal[]> {
  if (grown.length === 0) return [];
  const rows = JSON.stringify(grown);
  yield* ADD_DAYS.run({ rows });
  const totals = yield* ADD_MONTHS.all({ rows });
  const shown = new Set(grown.filter((one) => one.shown).map(({ hosting_id }) => hosting_id));
  const changed = totals.filter(({ hosting_id }) => shown.has(hosting_id));
  if (changed.length > 0) {
    const accounts = [...new Set(changed.map(({ account_id }) => account_id))];
    yield* SHOW.run({ rows: JSON.stringify(changed) }, accounts);
  }
  return totals;
}

/** Deletes days and months before the given ones. Returns the number of rows. */
export function* forgetTraffic(before: { day: string; month: string }, limit: number): Query<number> {
  const days = yield* FORGET_DAYS.run({ before: before.day, limit });
  return days > 0 ? days : yield* FORGET_MONTHS.run({ before: before.month, limit });
}
