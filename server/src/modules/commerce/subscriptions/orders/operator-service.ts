import type { Database, Query } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { formatTime, HOUR } from '#kernel/time.ts';
import { type FailedDelivery, listFailedDeliveries, resumeDeliveries } from '../operator-store.ts';
import type { SubscriptionSettings } from '../settings.ts';

/** Maximum orders listed by name. */
const MOST_NAMED = 20;

/** Reports paid orders whose servers cannot be created to `doctor`. */
export async function checkDeliveries(db: Database): Promise<EngineHealth> {
  const failed = await db.read(listFailedDeliveries(MOST_NAMED + 1));
  const answer = { reachable: true, version: null };
  const [first] = failed;
  if (!first) return { ...answer, detail: 'No paid order is waiting for its server.', advice: null };
  const named = failed.slice(0, MOST_NAMED).map(describe);
  const more = failed.length > MOST_NAMED ? ' There are more.' : '';
  return {
    ...answer,
    detail: `Paid orders whose server could not be created: ${named.join('; ')}.${more}`,
    advice: `Remove the cause, then run: hostler subscription retry --id ${first.id}`,
  };
}

/** Prolongs the delivery limits of paid orders by the time for which the engine was away. */
export function* prolongDeliveries(
  since: number,
  now: number,
  { cancelUndeliveredHours }: Pick<SubscriptionSettings, 'cancelUndeliveredHours'>,
): Query<void> {
  yield* resumeDeliveries({ since, now, limit_ms: cancelUndeliveredHours * HOUR });
}

function describe({ id, account_id, name, delivery_failure, delivery_attempts, deliver_by }: FailedDelivery): string {
  const attempts = delivery_attempts === 1 ? '1 attempt' : `${delivery_attempts} attempts`;
  const until = deliver_by === null ? '' : `, cancelled at ${formatTime(deliver_by)}`;
  const reason = (delivery_failure ?? 'unknown reason').replace(/\.$/, '');
  return `subscription ${id} of account ${account_id} (${name}): ${reason} (${attempts}${until})`;
}
