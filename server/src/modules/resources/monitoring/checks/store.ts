import {
  defineList,
  foldForSearch,
  later,
  listedTable,
  type NewRow,
  nullable,
  number,
  type Query,
  type Row,
  sql,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { CHECK_ORDERS, type CheckStatus, type CheckType } from './schemas.ts';

export const checks = listedTable('monitoring_checks', {
  id: number(),
  name: text(),
  type: text<CheckType>(),
  target: text(),
  status: text<CheckStatus>(),
  error: later(text()),
  interval_seconds: number(),
  expect_status: nullable(number()),
  expect_text: nullable(text()),
  /** 1 if redirects are followed. */
  follow_redirects: number(),
  redirect_to: nullable(text()),
  certificate_days: number(),
  /** Optimistic lock: a change must be based on the latest revision. */
  revision: number(),
  created_at: number(),
  updated_at: number(),
});
export type CheckRow = Row<typeof checks>;

/** The owner's settings. */
export type CheckSettings = Omit<NewRow<typeof checks>, 'status' | 'revision' | 'created_at' | 'updated_at'>;
export type CheckChanges = Partial<Omit<CheckSettings, 'type'> & Pick<CheckRow, 'status' | 'error'>>;

export const checksLimit = defineLimit({
  name: 'checks',
  default: 50,
  what: 'checks',
  advice: 'Remove one',
  counts: { list: checks.name },
});

const CHANGE = sql<CheckRow & { account_id: number; search_text: string }, CheckRow>(
  `update monitoring_checks set name = :name, target = :target, status = :status, error = :error,
     interval_seconds = :interval_seconds, expect_status = :expect_status, expect_text = :expect_text,
     follow_redirects = :follow_redirects, redirect_to = :redirect_to, certificate_days = :certificate_days,
     search_text = :search_text, updated_at = :updated_at, revision = revision + 1
   where account_id = :account_id and id = :id and revision = :revision returning ${checks.columns}`,
);

/** Without a search index, which requires texts that never change. There are few checks. */
export const listChecks = defineList<CheckRow>({
  columns: checks.columns,
  strands: [{ table: checks.name, keys: { account_id: ':account_id' } }],
  orders: CHECK_ORDERS,
});
export const findCheck = checks.find;
export const deleteCheck = checks.remove;

export function insertCheck(accountId: number, settings: CheckSettings, now: number): Query<CheckRow> {
  const beginning = { status: 'pending', revision: 0, created_at: now, updated_at: now } as const;
  return checks.insert(accountId, { ...settings, ...beginning }, { search: [settings.name, settings.target] });
}

/** Updates the check if it is unchanged since it was read. Returns undefined otherwise. */
export function changeCheck(
  accountId: number,
  row: CheckRow,
  changes: CheckChanges,
  now: number,
): Query<CheckRow | undefined> {
  const next = { ...row, ...changes, updated_at: now };
  const search_text = foldForSearch(next.name, next.target);
  return checks.change(accountId, row, CHANGE.one({ ...next, search_text, account_id: accountId }));
}
