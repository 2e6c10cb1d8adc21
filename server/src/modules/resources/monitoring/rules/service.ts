import { changeRow, lockName, type Page, type PageRequest, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { Server, Servers } from '../../hosting/index.ts';
import type { AlertService } from '../alerts/service.ts';
import { errors } from '../errors.ts';
import { describeAlert } from '../evaluation/message.ts';
import { DEFAULT_RULES } from './defaults.ts';
import type { NewRule, RuleChange } from './schemas.ts';
import { forgetServer, noteServer } from './servers-store.ts';
import * as store from './store.ts';
import { readThreshold } from './threshold.ts';

interface Dependencies {
  servers: Pick<Servers, 'find'>;
  alerts: AlertService;
}

export type RuleService = ReturnType<typeof createRuleService>;

export function createRuleService({ servers, alerts }: Dependencies) {
  function list(accountId: number, page: PageRequest, hostingId?: number): Query<Page<store.RuleRow>> {
    return store.listRules(accountId, page, hostingId);
  }

  function* find(accountId: number, id: number): Query<store.RuleRow> {
    const rule = yield* store.findRule(accountId, id);
    if (!rule) throw notFound('Rule');
    return rule;
  }

  function* create(accountId: number, input: NewRule, now: number): Query<store.RuleRow> {
    const threshold = readThreshold(input.metric, input.threshold);
    const server = yield* servers.find(accountId, input.hosting_id);
    if (server.status === 'terminated') throw errors.vps_of_rule_terminated();
    // Serialises creations, so that two concurrent ones are both counted.
    yield* lockName(`monitoring rules of server ${server.id}`);
    const { metric, minutes } = input;
    const rule = yield* store.insertRule(
      accountId,
      { hosting_id: server.id, metric, threshold, minutes },
      server.hostname,
      now,
    );
    yield* store.rulesLimit.check(accountId, (yield* store.listRulesOf(accountId, server.id)).length);
    return rule;
  }

  /**
   * Absent fields stay as they are. A firing alert resolves when the value is 10 % below the new threshold, or when the
   * rule is paused.
   */
  function* update(accountId: number, id: number, input: RuleChange, now: number): Query<store.RuleRow> {
    const changed = yield* changeRow(
      () => find(accountId, id),
      (row) => store.changeRule(accountId, row, readChange(row, input), now),
    );
    if (changed.status === 'paused') yield* silence(accountId, changed, now);
    return changed;
  }

  /** Resolves a firing alert. */
  function* remove(accountId: number, id: number, now: number): Query<store.RuleRow> {
    const gone = yield* store.deleteRule(accountId, id);
    if (!gone) throw notFound('Rule');
    yield* silence(accountId, gone, now);
    return gone;
  }

  function* silence(accountId: number, { id, metric }: store.RuleRow, now: number): Query<void> {
    yield* alerts.resolve(accountId, { ruleId: id }, metric, now);
  }

  /** Fires as if the value had been measured. */
  function* fire(accountId: number, rule: store.RuleRow, value: number | null, now: number): Query<void> {
    const { id, metric, threshold, hosting_id: hostingId } = rule;
    const { hostname } = yield* servers.find(accountId, hostingId);
    const message = describeAlert(rule, hostname);
    yield* alerts.raise(accountId, { source: { ruleId: id }, metric, hostingId, value, threshold, message }, now);
    yield* store.setState(accountId, id, 'firing');
  }

  function* calm(accountId: number, rule: store.RuleRow, now: number): Query<void> {
    yield* silence(accountId, rule, now);
    yield* store.setState(accountId, rule.id, 'ok');
  }

  /** Removes the rules of a deleted server. */
  function* endServer(accountId: number, hostingId: number, now: number): Query<void> {
    for (const { id } of yield* store.listRulesOf(accountId, hostingId)) yield* remove(accountId, id, now);
    yield* forgetServer(accountId, hostingId);
  }

  return { list, find, create, update, remove, fire, calm, endServer };
}

/** Adds the default rules once. Rules that the owner removed do not come back. */
export function* addDefaultRules(accountId: number, server: Pick<Server, 'id' | 'hostname'>, now: number): Query<void> {
  if (!(yield* noteServer(accountId, server.id))) return;
  for (const rule of DEFAULT_RULES) {
    yield* store.insertRule(accountId, { ...rule, hosting_id: server.id }, server.hostname, now);
  }
}

function readChange(row: store.RuleRow, { threshold, minutes, status }: RuleChange) {
  return {
    threshold: threshold === undefined ? row.threshold : readThreshold(row.metric, threshold),
    minutes: minutes ?? row.minutes,
    status: status ?? row.status,
  };
}
