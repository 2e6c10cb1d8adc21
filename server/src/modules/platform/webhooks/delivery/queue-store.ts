import { currentTransaction, type Query, sql } from '@hostler/database';

/** Sent when deliveries become due. */
export const DELIVERIES_SIGNAL = 'deliveries';
/** Sent when webhooks changed, so that claimed deliveries may be outdated. */
export const WEBHOOKS_SIGNAL = 'webhooks';

export interface QueueTime {
  webhook_id: number;
  due_at: number;
}

const BRING_FORWARD = sql<{ queues: string }>(
  `insert into webhook_queues (webhook_id, due_at)
   select cast(q.value ->> 'webhook_id' as bigint), cast(q.value ->> 'due_at' as bigint)
   from {each :queues as q} where true
   on conflict (webhook_id) do update set due_at = case
     when webhook_queues.due_at <= excluded.due_at then webhook_queues.due_at else excluded.due_at end`,
);
const FORGET = sql<{ webhook_id: number }>('delete from webhook_queues where webhook_id = :webhook_id');

/**
 * Makes these webhooks due at the given times, if not earlier. Updates them in one order, so that two batches cannot
 * deadlock.
 */
export function* bringForward(queues: readonly QueueTime[], now: number): Query<void> {
  const earliest = new Map<number, QueueTime>();
  for (const queue of queues) {
    const known = earliest.get(queue.webhook_id);
    if (!known || queue.due_at < known.due_at) earliest.set(queue.webhook_id, queue);
  }
  if (earliest.size === 0) return;
  const sorted = [...earliest.values()].sort((a, b) => a.webhook_id - b.webhook_id);
  yield* BRING_FORWARD.send({ queues: JSON.stringify(sorted) });
  if (sorted.some(({ due_at }) => due_at <= now)) (yield* currentTransaction()).signals.add(DELIVERIES_SIGNAL);
}

/** Makes workers release what they claimed for an outdated webhook. */
export function* recallDeliveries(): Query<void> {
  (yield* currentTransaction()).signals.add(WEBHOOKS_SIGNAL);
}

export function* forgetQueue(webhookId: number): Query<void> {
  yield* FORGET.run({ webhook_id: webhookId });
}
