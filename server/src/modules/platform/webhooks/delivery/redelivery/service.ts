import type { Database, Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { countChain, enqueueJob } from '#kernel/jobs/queue.ts';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import type { Clock } from '#kernel/time.ts';
import { errors } from '../../errors.ts';
import type { Owner, WebhookRow } from '../../store.ts';
import * as store from '../../store.ts';
import { bringForward } from '../queue-store.ts';
import { findDelivery, isTest, requeueDelivery, requeueFailed } from '../store.ts';
import { askRedelivery, findFirstRedelivery, moveRedelivery } from './store.ts';

const JOB = 'webhooks.redeliver';
/** Deliveries per transaction, and transactions before other jobs get the slot. */
const AT_ONCE = 250;
const STEPS = 20;

interface Payload {
  accountId: number;
}

/** Sends a delivery again, whatever its result. Returns its webhook. */
export function* redeliver(owner: Owner, id: number, now: number): Query<number> {
  const delivery = yield* findDelivery(owner.accountId, id);
  const webhook = delivery && (yield* store.findWebhook(owner, delivery.webhook_id));
  if (!delivery || !webhook) throw notFound('Delivery');
  if (isTest(delivery)) throw errors.delivery_is_test();
  refuseIfInactive(webhook);
  yield* requeueDelivery(owner.accountId, delivery, now);
  yield* bringForward([{ webhook_id: webhook.id, due_at: now }], now);
  return webhook.id;
}

/**
 * Sends all deliveries again that failed since then, to one webhook or all. Returns the webhooks. A job does it,
 * because there may be many. A repeated request joins the job that waits.
 */
export function* redeliverSince(owner: Owner, id: number | undefined, since: number, now: number): Query<number[]> {
  const { accountId } = owner;
  let ids: number[];
  if (id === undefined) ids = yield* store.listActiveIds(owner);
  else {
    const webhook = yield* store.findWebhook(owner, id);
    if (!webhook) throw notFound('Webhook');
    refuseIfInactive(webhook);
    ids = [id];
  }
  const isQueued = (yield* countChain(serialKeyOf(accountId), 1)) > 0;
  yield* askRedelivery(accountId, ids, since, now);
  if (!isQueued) yield* queueJob(accountId, now);
  return ids;
}

export function redeliveryJob({ db, clock }: { db: Database; clock: Clock }): JobHandler {
  return {
    kind: JOB,
    async run({ payload, signal, complete }) {
      const { accountId } = payload as Payload;
      for (let left = STEPS; left > 0; left--) {
        signal.throwIfAborted();
        if (await db.write(() => takeStep(accountId, complete))) return;
      }
      await db.write(function* () {
        yield* queueJob(accountId, clock.now());
        yield* complete();
      });
    },
  };
}

/** Returns true if all is done. A concurrent request either sees the job gone or was seen by this step. */
function* takeStep(accountId: number, complete: () => Query<void>): Query<boolean> {
  yield* countChain(serialKeyOf(accountId), 1);
  const row = yield* findFirstRedelivery(accountId);
  if (!row) {
    yield* complete();
    return true;
  }
  const { webhook_id, status, since, asked_at } = row;
  const step = { webhook_id, status, since, below: row.below ?? Number.MAX_SAFE_INTEGER, limit: AT_ONCE };
  const below = yield* requeueFailed(accountId, step, asked_at);
  yield* moveRedelivery(accountId, row, below);
  yield* bringForward([{ webhook_id, due_at: asked_at }], asked_at);
  return false;
}

function* queueJob(accountId: number, now: number): Query<void> {
  yield* enqueueJob({ kind: JOB, payload: { accountId }, accountId, serialKey: serialKeyOf(accountId), runAt: now });
}

function serialKeyOf(accountId: number): string {
  return `redeliveries ${accountId}`;
}

function refuseIfInactive({ status }: WebhookRow): void {
  if (status === 'active') return;
  throw errors.webhook_not_active({ status });
}
