import { type Query, sql } from '@hostler/database';
import type { WatchedCheck } from '../view.ts';
import type { Finding } from './probe.ts';
import { recordTries } from './record.ts';
import type { CheckAlerts } from './tell.ts';

/** A result of the past. */
export interface PastTry extends Pick<Finding, 'error' | 'ms'> {
  readonly at: number;
}

const WORKER = 'history';

const HOLD = sql<{ account_id: number; check_id: number; worker: string }>(
  `update monitoring_check_states set leased_by = :worker where account_id = :account_id and check_id = :check_id`,
);

/** Records past results with their original times, oldest first: results, bars, alerts and notifications. */
export function* replayTries(
  accountId: number,
  checkId: number,
  tries: readonly PastTry[],
  { find, alerts }: { find(): Query<WatchedCheck>; alerts: CheckAlerts },
): Query<void> {
  for (const { at, error, ms } of tries) {
    yield* HOLD.run({ account_id: accountId, check_id: checkId, worker: WORKER });
    const finding = { error, ms, certificateExpiresAt: null };
    const verdict = { kind: error === null ? 'up' : 'down' } as const;
    const tried = { accountId, ...(yield* find()), late: 0, at, finding, verdict };
    yield* recordTries(WORKER, [tried], alerts, at);
  }
}
