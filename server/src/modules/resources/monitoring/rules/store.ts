import {
  defineList,
  later,
  listedTable,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { Metric, RuleState, RuleStatus } from './schemas.ts';

const NAME = 'monitoring_rules';

export const rules = listedTable(NAME, {
  id: number(),
  hosting_id: number(),
  metric: text<Metric>(),
  threshold: nullable(number()),
  minutes: number(),
  status: text<RuleStatus>(),
  state: text<RuleState>(),
  /** Since when the condition for a change has lasted: reached if the rule is not firing, 10 % below if it is. */
  since: later(number()),
  /** Optimistic lock: a change must be based on the latest revision. */
  revision: number(),
  created_at: number(),
  updated_at: number(),
});
export type RuleRow = Row<typeof rules>;
export type NewRuleRow = Pick<RuleRow, 'hosting_id' | 'metric' | 'threshold' | 'minutes'>;

/** Columns that can change after creation. */
type Changes = Partial<Pick<RuleRow, 'threshold' | 'minutes' | 'status'>>;

export const rulesLimit = defineLimit({
  name: 'rules_per_server',
  default: 20,
  what: 'monitoring rules',
  advice: 'Remove one',
  each: 'server',
});

/** Restarts the evaluation. The state stays, except that a paused rule has none. */
const CHANGE = sql<RuleRow & { account_id: number }, RuleRow>(
  `update monitoring_rules set threshold = :threshold, minutes = :minutes, status = :status, since = null,
     state = case when :status = 'paused' then 'unknown' else state end, updated_at = :updated_at, revision = revision + 1
   where account_id = :account_id and id = :id and revision = :revision returning ${rules.columns}`,
);
const SET_STATE = sql<{ account_id: number; id: number; state: RuleState }>(
  'update monitoring_rules set state = :state, since = null where account_id = :account_id and id = :id',
);
const OF_HOSTING = sql<{ account_id: number; hosting_id: number }, RuleRow>(
  `select ${rules.columns} from monitoring_rules
   where account_id = :account_id and hosting_id = :hosting_id order by id`,
);
const LIST_OF_HOSTING = defineList<RuleRow>({
  columns: rules.columns,
  strands: [{ table: NAME, keys: { account_id: ':account_id', hosting_id: ':hosting_id' }, searchable: true }],
  few: true,
});

export const findRule = rules.find;
export const deleteRule = rules.remove;

/** Lists the rules of all servers or of one. */
export function listRules(accountId: number, page: PageRequest, hostingId?: number): Query<Page<RuleRow>> {
  if (hostingId === undefined) return rules.list(accountId, page);
  return LIST_OF_HOSTING(accountId, page, { parameters: { hosting_id: hostingId } });
}

export function listRulesOf(accountId: number, hostingId: number): Query<RuleRow[]> {
  return OF_HOSTING.all({ account_id: accountId, hosting_id: hostingId });
}

export function insertRule(accountId: number, rule: NewRuleRow, hostname: string, now: number): Query<RuleRow> {
  const beginning = { status: 'active', state: 'unknown', revision: 0, created_at: now, updated_at: now } as const;
  return rules.insert(accountId, { ...rule, ...beginning }, { search: [hostname, rule.metric] });
}

/** Updates the rule if it is unchanged since it was read. Returns undefined otherwise. */
export function changeRule(accountId: number, row: RuleRow, changes: Changes, now: number): Query<RuleRow | undefined> {
  const update = CHANGE.one({ ...row, ...changes, updated_at: now, account_id: accountId });
  return rules.change(accountId, row, update);
}

export function* setState(accountId: number, id: number, state: RuleState): Query<void> {
  yield* SET_STATE.run({ account_id: accountId, id, state });
}
