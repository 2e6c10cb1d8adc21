import { type Query, sql } from '@hostler/database';
import { listParts, type MonthState } from './parts.ts';

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
export interface MonthTotal extends MonthState {
  readonly hosting_id: number;
  readonly account_id: number;
  readonly month: string;
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
     billable_from = case
       when hosting_traffic_months.terms is not distinct from excluded.terms then hosting_traffic_months.billable_from
       when excluded.billable_from < hosting_traffic_months.out_bytes then hosting_traffic_months.out_bytes
       else excluded.billable_from end
   returning hosting_id, account_id, month, out_bytes, terms, billable_from, charge, parts, reported`,
);
/** Months with a charge whose terms change with these readings. */
const OUTDATED_TERMS = sql<{ rows: string }, Omit<MonthTotal, 'account_id' | 'reported'>>(
  `select m.hosting_id, m.month, m.out_bytes, m.terms, m.billable_from, m.charge, m.parts
   from {each :rows as r} join hosting_traffic_months as m
     on m.hosting_id = ${bigint('hosting_id')} and m.month = r.value ->> 'month'
   where m.charge > 0 and m.terms is distinct from (r.value ->> 'terms')`,
);
const CLOSE_PART = sql<{ hosting_id: number; month: string; parts: string }>(
  `update hosting_traffic_months set parts = :parts, charge = 0
   where hosting_id = :hosting_id and month = :month`,
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

/**
 * Adds traffic to its day and month. Returns the new totals of the months. Traffic is billed by the terms at its time:
 * after a change of them, the charge so far stays, and only further bytes are billed by the new terms.
 */
export function* addTraffic(grown: readonly TrafficGrowth[]): Query<MonthTotal[]> {
  if (grown.length === 0) return [];
  const rows = JSON.stringify(grown);
  yield* ADD_DAYS.run({ rows });
  for (const month of yield* OUTDATED_TERMS.all({ rows })) {
    const { hosting_id, month: name } = month;
    yield* CLOSE_PART.run({ hosting_id, month: name, parts: JSON.stringify(listParts(month)) });
  }
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

const OUTDATED = sql<{ month: string; limit: number }, { id: number; account_id: number }>(
  `select id, account_id from hosting where traffic_month is not null and traffic_month < :month
   order by traffic_month, id limit :limit`,
);
const RESET = sql<{ month: string; ids: string }>(
  `update hosting set traffic_month = :month, traffic_out_bytes = 0
   where traffic_month < :month and id in (select cast(i.value as bigint) from {each :ids as i})`,
);

/** Starts a month in the records of servers that still show an earlier one. Returns their number. */
export function* resetShown(month: string, limit: number): Query<number> {
  const rows = yield* OUTDATED.all({ month, limit });
  if (rows.length === 0) return 0;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  yield* RESET.run({ month, ids }, [...new Set(rows.map(({ account_id }) => account_id))]);
  return rows.length;
}

/** A throttled server with the state of the current month. */
export interface ThrottledServer extends Omit<MonthState, 'charge'> {
  readonly hosting_id: number;
  readonly account_id: number;
  readonly bounds: string;
}

const THROTTLED = sql<{ month: string }, ThrottledServer>(
  `select h.id as hosting_id, h.account_id, h.bounds, coalesce(m.out_bytes, 0) as out_bytes, m.terms, m.billable_from,
     m.parts
   from hosting as h left join hosting_traffic_months as m on m.hosting_id = h.id and m.month = :month
   where h.throttled_mbps is not null and h.status <> 'terminated' order by h.id`,
);

export function listThrottled(month: string): Query<ThrottledServer[]> {
  return THROTTLED.all({ month });
}

/** Traffic of a server in a month that is over and has a charge. */
export interface UnbilledTraffic {
  readonly account_id: number;
  readonly hosting_id: number;
  readonly month: string;
}

const UNBILLED = sql<{ before: string; after_month: string; after_id: number; limit: number }, UnbilledTraffic>(
  `select account_id, hosting_id, month from hosting_traffic_months
   where billed_at is null and (charge > 0 or parts is not null) and month < :before
     and (month, hosting_id) > (:after_month, :after_id)
   order by month, hosting_id limit :limit`,
);

/** Lists billable traffic of months before the given one, oldest first, after a position. */
export function listUnbilledTraffic(
  before: string,
  after: Pick<UnbilledTraffic, 'month' | 'hosting_id'>,
  limit: number,
): Query<UnbilledTraffic[]> {
  return UNBILLED.all({ before, after_month: after.month, after_id: after.hosting_id, limit });
}
