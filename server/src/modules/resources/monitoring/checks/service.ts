import { changeRow, type Page, type PageRequest, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { keepUntil } from '#kernel/series/thinning.ts';
import type { Window } from '#kernel/series/window.ts';
import type { AlertService } from '../alerts/service.ts';
import { type History, makeHistory } from './history.ts';
import { listResults } from './result-store.ts';
import type { CheckChange, NewCheck } from './schemas.ts';
import { asksAnew, readChange, readNewCheck, type TargetRules } from './settings.ts';
import * as states from './state-store.ts';
import * as store from './store.ts';
import type { WatchedCheck } from './view.ts';

interface Dependencies {
  alerts: Pick<AlertService, 'resolve'>;
  rules: TargetRules;
}

export type CheckService = ReturnType<typeof createCheckService>;

export function createCheckService({ alerts, rules }: Dependencies) {
  function* list(accountId: number, page: PageRequest): Query<Page<WatchedCheck>> {
    const found = yield* store.listChecks(accountId, page);
    const byId = yield* states.listStates(
      accountId,
      found.items.map(({ id }) => id),
    );
    return { ...found, items: found.items.flatMap((check) => join(check, byId.get(check.id))) };
  }

  function* findRow(accountId: number, id: number): Query<store.CheckRow> {
    const check = yield* store.findCheck(accountId, id);
    if (!check) throw notFound('Check');
    return check;
  }

  function* find(accountId: number, id: number): Query<WatchedCheck> {
    const found = yield* states.findWithState(accountId, id);
    if (!found) throw notFound('Check');
    return { check: found, state: found };
  }

  function* create(accountId: number, input: NewCheck, now: number): Query<WatchedCheck> {
    const check = yield* store.insertCheck(accountId, readNewCheck(input, rules), now);
    yield* store.checksLimit.check(accountId);
    return { check, state: yield* states.insertState(accountId, check.id, now, keepUntil(now, null)) };
  }

  /** A new target or expectation resets the state: earlier results do not apply to it. */
  function* update(accountId: number, id: number, input: CheckChange, now: number): Query<WatchedCheck> {
    yield* changeRow(
      () => findRow(accountId, id),
      function* (row) {
        const settings = readChange(row, input, rules);
        const isPaused = input.status === undefined ? row.status === 'paused' : input.status === 'paused';
        const begins = (row.status === 'paused') !== isPaused || asksAnew(row, settings);
        if (settings.target !== row.target) yield* states.forgetSeen(accountId, id);
        if (begins) yield* states.takeBack(accountId, id, isPaused, now);
        else if (settings.interval_seconds !== row.interval_seconds) yield* states.hurry(accountId, id, now);
        if (begins) yield* silence(accountId, id, now);
        const status = isPaused ? ('paused' as const) : ('pending' as const);
        return yield* store.changeCheck(
          accountId,
          row,
          { ...settings, ...(begins ? { status, error: null } : {}) },
          now,
        );
      },
    );
    return yield* find(accountId, id);
  }

  /** Resolves the alerts of the check and deletes its results. */
  function* remove(accountId: number, id: number, now: number): Query<WatchedCheck> {
    const state = yield* states.deleteState(accountId, id);
    const check = yield* store.deleteCheck(accountId, id);
    if (!check || !state) throw notFound('Check');
    yield* silence(accountId, id, now);
    return { check, state };
  }

  function* silence(accountId: number, checkId: number, now: number): Query<void> {
    for (const metric of ['check', 'certificate'] as const) yield* alerts.resolve(accountId, { checkId }, metric, now);
  }

  function* readHistory(check: store.CheckRow, window: Window, now: number): Query<History & { examined: number }> {
    const results = yield* listResults(check, window.start, window.end);
    const history = makeHistory(results, window, { intervalSeconds: check.interval_seconds, now });
    return { ...history, examined: results.length };
  }

  return { list, findRow, find, create, update, remove, readHistory };
}

/** A check without a state is being removed concurrently. */
function join(check: store.CheckRow, state: states.CheckState | undefined): WatchedCheck[] {
  return state ? [{ check, state }] : [];
}
