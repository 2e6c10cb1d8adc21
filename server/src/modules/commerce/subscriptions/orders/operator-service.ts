import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { formatTime } from '#kernel/time.ts';
import { type FailedDelivery, listFailedDeliveries } from '../operator-store.ts';

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

function describe({ id, account_id, name, delivery_failure, delivery_attempts, deliver_by }: FailedDelivery): string {
  const attempts = delivery_attempts === 1 ? '1 attempt' : `${delivery_attempts} attempts`;
  const until = deliver_by === null ? '' : `, cancelled at ${formatTime(deliver_by)}`;
  const reason = (delivery_failure ?? 'unknown reason').replace(/\.$/, '');
  return `subscription ${id} of account ${account_id} (${name}): ${reason} (${attempts}${until})`;
}
