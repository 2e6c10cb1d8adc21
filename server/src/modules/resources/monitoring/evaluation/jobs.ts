import type { Database, Query } from '@hostler/database';
import { isWatched, type Observation, type Watcher } from '../../hosting/index.ts';
import type { AlertService } from '../alerts/service.ts';
import { type Decision, decide, rest, wait } from './decide.ts';
import { type Measured, measure, type Pass } from './measure.ts';
import { describeAlert } from './message.ts';
import { listActive, saveProgress, turnPass, type WatchedRule } from './operator-store.ts';

interface Dependencies {
  db: Database;
  alerts: AlertService;
  /** Interval of the readings. */
  everyMs: number;
}

/** A rule whose state changed. */
interface Changed {
  rule: WatchedRule;
  observed: Observation;
  measured: Measured | null;
  decision: Decision;
}

/**
 * Evaluates every reading in the transaction that records it, so that none is evaluated twice or lost when a process
 * ends. State is written only if it changes, and an alert fires only if none is firing, so two processes do no more
 * than one.
 */
export function createWatcher({ db, alerts, everyMs }: Dependencies): Watcher {
  return {
    async beginPass(now) {
      const last = await db.write(() => turnPass(now));
      const pass = { at: now, broken: last === undefined || !isWatched(last, now, everyMs) };
      return (observed) => evaluate(observed, pass);
    },
  };

  function* evaluate(observations: readonly Observation[], pass: Pass): Query<void> {
    const byServer = new Map(observations.map((one) => [one.hostingId, one]));
    const changed: Changed[] = [];
    for (const rule of yield* listActive([...byServer.keys()])) {
      const observed = byServer.get(rule.hosting_id);
      if (!observed) continue;
      const measured = measure(rule, observed, pass);
      const broken = (rule.metric === 'down' ? pass : observed).broken;
      const decided = measured ? decide(rule, measured) : wait(rule, { silent: observed.silent, broken });
      const decision = rest(decided, observed.power);
      if (decision.state === rule.state && decision.since === rule.since) continue;
      changed.push({ rule, observed, measured, decision });
    }
    const saved = yield* saveProgress(
      changed.map(({ rule: { id, revision, account_id }, decision: { state, since } }) => ({
        ...{ id, revision, accountId: account_id },
        ...{ state, since },
      })),
    );
    for (const one of changed) if (saved.has(one.rule.id)) yield* turn(one, pass.at);
  }

  function* turn({ rule, observed, measured, decision }: Changed, now: number): Query<void> {
    const source = { ruleId: rule.id };
    if (decision.turn === 'resolve') yield* alerts.resolve(rule.account_id, source, rule.metric, now);
    if (decision.turn !== 'fire') return;
    yield* alerts.raise(
      rule.account_id,
      {
        ...{ source, metric: rule.metric, hostingId: rule.hosting_id, threshold: rule.threshold },
        value: measured?.value ?? null,
        message: describeAlert(rule, observed.hostname),
      },
      now,
    );
  }
}
