import type { AccountListRequest, Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import type { HostingOperatorService } from '../hosting/index.ts';
import { listAllAlerts } from './alerts/operator-store.ts';
import type { Alert, AlertState } from './alerts/schemas.ts';
import type { AlertService } from './alerts/service.ts';
import { viewAlert } from './alerts/view.ts';
import { errors, fieldErrors } from './errors.ts';
import { findRuleOwner, listAllRules } from './rules/operator-store.ts';
import { type Metric, MOST_MINUTES, type Rule, type RuleStatus } from './rules/schemas.ts';
import type { RuleService } from './rules/service.ts';
import { viewRule } from './rules/view.ts';

export { isEngineAway } from './incidents/operator-store.ts';

interface Dependencies {
  clock: Clock;
  hosting: Pick<HostingOperatorService, 'findOwner'>;
  rules: RuleService;
  alerts: AlertService;
}

interface GivenRule {
  hosting_id: number;
  metric: Metric;
  threshold?: number | undefined;
  minutes: number;
}

interface PastAlert {
  id: number;
  value?: number | null | undefined;
  from: number;
  to?: number | undefined;
}

type Owned<T> = T & { account_id: number };

export type MonitoringOperatorService = ReturnType<typeof createMonitoringOperatorService>;

export function createMonitoringOperatorService({ clock, hosting, rules, alerts }: Dependencies) {
  function* createRule(given: GivenRule): Query<Rule> {
    if (given.minutes < 1 || given.minutes > MOST_MINUTES) {
      throw validationError([fieldErrors.minutes_out_of_range('minutes', { max: MOST_MINUTES })]);
    }
    const accountId = yield* hosting.findOwner({ id: given.hosting_id });
    return viewRule(yield* rules.create(accountId, given, clock.now()));
  }

  function* removeRule({ id }: { id: number }): Query<Rule> {
    return viewRule(yield* rules.remove(yield* ownerOf(id), id, clock.now()));
  }

  /** Fires and resolves an alert of a rule immediately, to test webhooks and mail. */
  function* testRule({ id }: { id: number }): Query<Alert> {
    const accountId = yield* ownerOf(id);
    const { hosting_id, metric, threshold } = yield* rules.find(accountId, id);
    const now = clock.now();
    const message = `This is a test of the rule on ${metric}; nothing has happened.`;
    const alert = { source: { ruleId: id }, metric, hostingId: hosting_id, value: null, threshold, message };
    if (!(yield* alerts.raise(accountId, alert, now))) throw errors.rule_is_firing();
    const resolved = yield* alerts.resolve(accountId, { ruleId: id }, metric, now);
    if (!resolved) throw notFound('Alert');
    return viewAlert(resolved);
  }

  /** Records an alert of the past. It is still firing if no end is given. */
  function* recordAlert({ id, value = null, from, to }: PastAlert): Query<void> {
    const accountId = yield* ownerOf(id);
    const rule = yield* rules.find(accountId, id);
    yield* rules.fire(accountId, rule, value, from);
    if (to !== undefined) yield* rules.calm(accountId, rule, to);
  }

  /** Lists the rules of all servers, of one customer or of one server. */
  function* listRules({
    hosting_id,
    ...request
  }: AccountListRequest<RuleStatus> & { hosting_id?: number | undefined } = {}): Query<Owned<Rule>[]> {
    const rows = yield* listAllRules(request, { hosting_id });
    return rows.map((row) => ({ account_id: row.account_id, ...viewRule(row) }));
  }

  /** Lists the newest alerts of all accounts or of one. */
  function* listAlerts(request: AccountListRequest<AlertState> = {}): Query<Owned<Alert>[]> {
    const rows = yield* listAllAlerts(request);
    return rows.map((row) => ({ account_id: row.account_id, ...viewAlert(row) }));
  }

  return { createRule, removeRule, testRule, recordAlert, listRules, listAlerts };
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findRuleOwner(id);
  if (accountId === undefined) throw notFound('Rule');
  return accountId;
}
