import { type Query, sql } from '@hostler/database';
import type { HostingRow } from '../store.ts';

export interface TrafficDay {
  day: string;
  in_bytes: number;
  out_bytes: number;
}

export interface TrafficMonth {
  in_bytes: number;
  out_bytes: number;
  /** JSON of TrafficTerms; null if the traffic was unmetered. */
  terms: string | null;
}

const DAYS = sql<{ hosting_id: number; first: string; last: string }, TrafficDay>(
  `select day, in_bytes, out_bytes from hosting_traffic_days
   where hosting_id = :hosting_id and day >= :first and day <= :last order by day`,
);
const MONTH = sql<{ hosting_id: number; month: string }, TrafficMonth>(
  'select in_bytes, out_bytes, terms from hosting_traffic_months where hosting_id = :hosting_id and month = :month',
);

/** Lists the days of a month that have traffic. Rows have no account, so the caller must have found the VPS for its account. */
export function listDays({ id }: HostingRow, month: string): Query<TrafficDay[]> {
  return DAYS.all({ hosting_id: id, first: `${month}-01`, last: `${month}-31` });
}

/** Returns undefined if the month has no traffic. The caller must have found the VPS for its account. */
export function findMonth({ id }: HostingRow, month: string): Query<TrafficMonth | undefined> {
  return MONTH.one({ hosting_id: id, month });
}
