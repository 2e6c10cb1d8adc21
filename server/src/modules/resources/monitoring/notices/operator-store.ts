import { type Query, sql } from '@hostler/database';
import type { AlertMetric, AlertState } from '../alerts/schemas.ts';

export interface Notice {
  alert_id: number;
  state: AlertState;
  metric: AlertMetric;
}

/** A notice for one person. */
export interface Telling {
  alert_id: number;
  state: AlertState;
  /** 1 if it waited for the end of quiet hours. */
  delayed: number;
  /** Current facts of the alert. */
  metric: AlertMetric;
  now_state: AlertState;
  message: string;
  started_at: number;
  resolved_at: number | null;
}

export interface Whose {
  account_id: number;
  person_id: number;
}

/** Due notices of one person: due now, or scheduled before the clock was set back. */
export interface Due extends Whose {
  now: number;
  furthest: number;
}
const DUE_OF_PERSON = `account_id = :account_id and person_id = :person_id and (due_at <= :now or due_at > :furthest)`;

const ACCOUNTS = sql<{ limit: number }, { account_id: number }>(
  'select distinct account_id from monitoring_notices order by account_id limit :limit',
);
const TAKE = sql<{ account_id: number; limit: number }, Omit<Notice, 'metric'>>(
  `delete from monitoring_notices where account_id = :account_id and id in (
     select id from monitoring_notices where account_id = :account_id order by id limit :limit)
   returning alert_id, state`,
);
const METRICS = sql<{ account_id: number; ids: string }, { id: number; metric: AlertMetric }>(
  'select id, metric from monitoring_alerts where account_id = :account_id and id {in :ids}',
);
const PLAN = sql<{ account_id: number; rows: string }>(
  `insert into monitoring_tellings (account_id, person_id, alert_id, state, delayed, due_at)
   select :account_id, cast(r.value ->> 'person_id' as bigint), cast(r.value ->> 'alert_id' as bigint),
     r.value ->> 'state', cast(r.value ->> 'delayed' as bigint), cast(r.value ->> 'due_at' as bigint)
   from {each :rows as r} where true
   on conflict (person_id, alert_id, state) do nothing`,
);
const DUE = sql<{ now: number; furthest: number; limit: number }, Whose>(
  `select distinct account_id, person_id from monitoring_tellings where due_at <= :now or due_at > :furthest
   order by account_id, person_id limit :limit`,
);
const OF_PERSON = sql<Due & { limit: number }, Telling>(
  `select t.alert_id, t.state, t.delayed, a.metric, a.status as now_state, a.message, a.started_at, a.resolved_at
   from monitoring_tellings as t join monitoring_alerts as a on a.id = t.alert_id
   where t.account_id = :account_id and t.person_id = :person_id and (t.due_at <= :now or t.due_at > :furthest)
   order by t.alert_id limit :limit`,
);
const PUT_OFF = sql<Due & { ids: string; due_at: number; delayed: number }>(
  `update monitoring_tellings set due_at = :due_at, delayed = case when :delayed = 1 then 1 else delayed end
   where ${DUE_OF_PERSON} and alert_id {in :ids}`,
);
const FORGET = sql<Due>(`delete from monitoring_tellings where ${DUE_OF_PERSON}`);
const FORGET_TOLD = sql<Due & { ids: string }>(
  `delete from monitoring_tellings where ${DUE_OF_PERSON} and alert_id {in :ids}`,
);

export const listAccountsToTell = (limit: number) => ACCOUNTS.all({ limit });
export const listDue = DUE.all;
export const listTellings = OF_PERSON.all;
export const putOff = PUT_OFF.run;
/** Deletes all due notices, whatever the state of their alert. */
export const forgetDue = FORGET.run;
export const forgetTold = FORGET_TOLD.run;

/** Takes the oldest notices of an account and deletes them. */
export function* takeNotices(accountId: number, limit: number): Query<Notice[]> {
  const taken = yield* TAKE.all({ account_id: accountId, limit });
  const ids = JSON.stringify(taken.map(({ alert_id }) => alert_id));
  const metrics = new Map((yield* METRICS.all({ account_id: accountId, ids })).map(({ id, metric }) => [id, metric]));
  return taken.flatMap((notice) => {
    const metric = metrics.get(notice.alert_id);
    return metric === undefined ? [] : [{ ...notice, metric }];
  });
}

export function* planTellings(
  accountId: number,
  rows: readonly (Omit<Notice, 'metric'> & { person_id: number; delayed: number; due_at: number })[],
): Query<void> {
  if (rows.length > 0) yield* PLAN.run({ account_id: accountId, rows: JSON.stringify(rows) });
}
