import type { Database } from '../../kernel/db/database.ts';
import type { Query } from '../../kernel/db/query.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { enqueueJob } from '../../kernel/jobs/queue.ts';
import type { JobHandler } from '../../kernel/jobs/worker.ts';
import { findDelivery, requeueDelivery, requeueFailed } from './delivery-store.ts';
import { bringForward } from './queue-store.ts';
import type { Owner, WebhookRow } from './store.ts';
import * as store from './store.ts';

const JOB = 'webhooks.redeliver';
/** Deliveries in one transaction. */
const AT_ONCE = 500;

interface Payload {
  accountId: number;
  webhookId: number;
  since: number;
  askedAt: number;
}

/** Sends one again, whatever became of it. Answers the webhook it goes to. */
export function* redeliver(owner: Owner, id: number, now: number): Query<number> {
  const delivery = yield* findDelivery(owner.accountId, id);
  const webhook = delivery && (yield* store.findWebhook(owner, delivery.webhook_id));
  if (!delivery || !webhook) throw notFound('Delivery');
  refuseIfInactive(webhook);
  yield* requeueDelivery(owner.accountId, delivery, now);
  yield* bringForward([{ webhook_id: webhook.id, due_at: now }], now);
  return webhook.id;
}

/** Sends again all that failed since then, to one webhook or to all; answers which. There may be many, so a job does it. */
export function* redeliverSince(owner: Owner, id: number | undefined, since: number, now: number): Query<number[]> {
  let ids: number[];
  if (id === undefined) ids = yield* store.listActiveIds(owner);
  else {
    const webhook = yield* store.findWebhook(owner, id);
    if (!webhook) throw notFound('Webhook');
    refuseIfInactive(webhook);
    ids = [id];
  }
  for (const webhookId of ids) {
    const payload: Payload = { accountId: owner.accountId, webhookId, since, askedAt: now };
    yield* enqueueJob({ kind: JOB, payload, serialKey: `webhook ${webhookId}`, runAt: now });
  }
  return ids;
}

export function redeliveryJob(db: Database): JobHandler {
  return {
    kind: JOB,
    async run({ payload, signal }) {
      for (const status of ['pending', 'failed'] as const) {
        let below: number | undefined = Number.MAX_SAFE_INTEGER;
        while (below !== undefined) {
          signal.throwIfAborted();
          below = await db.write(stepBack(payload as Payload, status, below));
        }
      }
    },
  };
}

function stepBack({ accountId, webhookId, since, askedAt }: Payload, status: 'pending' | 'failed', below: number) {
  const step = { webhook_id: webhookId, status, since, below, limit: AT_ONCE };
  return function* (): Query<number | undefined> {
    const next = yield* requeueFailed(accountId, step, askedAt);
    yield* bringForward([{ webhook_id: webhookId, due_at: askedAt }], askedAt);
    return next;
  };
}

function refuseIfInactive({ status }: WebhookRow): void {
  if (status === 'active') return;
  throw new AppError('CONFLICT', `The webhook is ${status}. Set it to active first; what waits is then sent.`);
}
