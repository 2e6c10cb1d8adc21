import {
  countRows,
  defineList,
  later,
  listedTable,
  type NewRow,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  readTotal,
  sql,
  text,
} from '@hostler/database';
import type { AlertMetric, AlertState } from './schemas.ts';

const NAME = 'monitoring_alerts';

export const alerts = listedTable(
  NAME,
  {
    id: number(),
    rule_id: nullable(number()),
    check_id: nullable(number()),
    hosting_id: nullable(number()),
    metric: text<AlertMetric>(),
    /** The API calls it `state`. */
    status: text<AlertState>(),
    /** Source and metric while firing, null once resolved. Unique, so that only one alert fires. */
    fires_for: nullable(text()),
    value: nullable(number()),
    threshold: nullable(number()),
    message: text(),
    started_at: number(),
    resolved_at: later(number()),
  },
  { unique: 'fires_for' },
);
export type AlertRow = Row<typeof alerts>;
export type NewAlertRow = Omit<NewRow<typeof alerts>, 'status' | 'fires_for'> & { fires_for: string };

/** A column by which alerts can be filtered. */
export type AlertOf = { rule_id: number } | { check_id: number } | { hosting_id: number };

const ofColumn = (column: string) =>
  defineList<AlertRow>({
    columns: alerts.columns,
    strands: [{ table: NAME, keys: { account_id: ':account_id', [column]: `:${column}` }, searchable: true }],
    // At most as many as an account keeps in total.
    few: true,
  });
const LISTS: Readonly<Record<string, ReturnType<typeof ofColumn>>> = {
  rule_id: ofColumn('rule_id'),
  check_id: ofColumn('check_id'),
  hosting_id: ofColumn('hosting_id'),
};

const RESOLVE = sql<{ account_id: number; fires_for: string; now: number }, AlertRow>(
  `update monitoring_alerts set status = 'resolved', fires_for = null, resolved_at = :now
   where account_id = :account_id and fires_for = :fires_for returning ${alerts.columns}`,
);
const OLDEST = sql<{ account_id: number; limit: number }, { id: number }>(
  `delete from monitoring_alerts where account_id = :account_id and id in (
     select id from monitoring_alerts where account_id = :account_id and status = 'resolved' order by id limit :limit)
   returning id`,
);

export const findAlert = alerts.find;

/** Lists all alerts, or those of one rule, check or server. */
export function listAlerts(accountId: number, page: PageRequest, of?: AlertOf): Query<Page<AlertRow>> {
  const [column] = Object.keys(of ?? {});
  const list = column === undefined ? undefined : LISTS[column];
  return list ? list(accountId, page, { parameters: { ...of } }) : alerts.list(accountId, page);
}

/** Returns undefined if an alert is already firing for the same source and metric. */
export function insertAlert(accountId: number, alert: NewAlertRow): Query<AlertRow | undefined> {
  return alerts.insert(accountId, { ...alert, status: 'firing' }, { search: [alert.message] });
}

/** Returns undefined if none is firing. */
export function* resolveFiring(accountId: number, firesFor: string, now: number): Query<AlertRow | undefined> {
  const row = yield* RESOLVE.one({ account_id: accountId, fires_for: firesFor, now });
  if (row) yield* countResolved(accountId, row.id);
  return row;
}

function* countResolved(accountId: number, id: number): Query<void> {
  const of = { account_id: accountId, list: NAME, id };
  yield* countRows([
    { ...of, status: 'firing', count: -1 },
    { ...of, status: 'resolved', count: 1 },
  ]);
}

/** Deletes the oldest resolved alerts beyond `most`. */
export function* keepNewest(accountId: number, most: number): Query<void> {
  const tooMany = (yield* readTotal(accountId, NAME, 'resolved')) - most;
  if (tooMany <= 0) return;
  const gone = yield* OLDEST.all({ account_id: accountId, limit: Math.min(tooMany, 100) });
  yield* countRows(
    gone.map(({ id }) => ({ account_id: accountId, list: NAME, status: 'resolved', id, count: -1 as const })),
  );
}
