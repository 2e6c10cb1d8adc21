import type { Page, PageRequest, Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import type { GuardedClient } from '#kernel/net/guarded-agent.ts';
import { generateWebhookSecret } from '#kernel/net/signature.ts';
import { describeTarget } from '#kernel/net/target.ts';
import { bringForward, forgetQueue, recallDeliveries } from './delivery/queue-store.ts';
import { ALL_EVENTS, type NewWebhook, type WebhookChange } from './schemas.ts';
import { OVERLAP_MS } from './sender.ts';
import type { Owner, WebhookRow } from './store.ts';
import * as store from './store.ts';

interface Dependencies {
  vault: Vault;
  client: Pick<GuardedClient, 'checkTarget'>;
}

export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService({ vault, client }: Dependencies) {
  /**
   * Checks the text of the URL only. The addresses of its host are checked at each connection and are not revealed
   * here.
   */
  function checkTarget(url: string | undefined): void {
    const problem = url === undefined ? undefined : client.checkTarget(url);
    if (problem !== undefined) throw validationError([describeTarget('url', problem)]);
  }

  function list(owner: Owner, page: PageRequest): Query<Page<WebhookRow>> {
    return store.listWebhooks(owner, page);
  }

  function* find(owner: Owner, id: number): Query<WebhookRow> {
    return present(yield* store.findWebhook(owner, id));
  }

  function* create(owner: Owner, input: NewWebhook, now: number) {
    const secret = generateWebhookSecret();
    const webhook = yield* store.insertWebhook(owner, {
      url: input.url,
      description: input.description ?? null,
      events: encodeEvents(input.events),
      status: 'active',
      secret: vault.seal(secret),
      created_at: now,
    });
    yield* store.webhooksLimit.check(owner.accountId);
    return { webhook, secret };
  }

  /** Deliveries that waited while the webhook was inactive continue. */
  function* update(owner: Owner, id: number, change: WebhookChange, now: number): Query<WebhookRow> {
    const before = present(yield* store.lockWebhook(owner, id));
    const status = change.status ?? before.status;
    const resumed = status === 'active' && before.status !== 'active';
    const after = {
      url: change.url ?? before.url,
      description: change.description === undefined ? before.description : change.description,
      events: change.events ? encodeEvents(change.events) : before.events,
      status,
    };
    const webhook = present(yield* store.updateWebhook(owner, id, after, resumed));
    if (resumed) yield* bringForward([{ webhook_id: id, due_at: now }], now);
    yield* recallDeliveries();
    return webhook;
  }

  /** Changes the status if it is `before`. Returns whether it was: of two concurrent callers one succeeds. */
  function* setStatus(
    owner: Owner,
    id: number,
    before: WebhookRow['status'],
    status: WebhookRow['status'],
    now: number,
  ): Query<boolean> {
    const webhook = present(yield* store.lockWebhook(owner, id));
    if (webhook.status !== before) return false;
    const isResumed = status === 'active';
    yield* store.updateWebhook(owner, id, { ...webhook, status }, isResumed);
    if (isResumed) yield* bringForward([{ webhook_id: id, due_at: now }], now);
    yield* recallDeliveries();
    return true;
  }

  function* remove(owner: Owner, id: number): Query<WebhookRow> {
    const webhook = present(yield* store.removeWebhook(owner, id));
    yield* forgetQueue(id);
    yield* recallDeliveries();
    return webhook;
  }

  function* rotateSecret(owner: Owner, id: number, now: number) {
    const secret = generateWebhookSecret();
    const webhook = present(yield* store.rotateSecret(owner, id, vault.seal(secret), now + OVERLAP_MS));
    yield* recallDeliveries();
    return { webhook, secret };
  }

  /** Deliveries of a suspended account wait until it is resumed. Events that occur meanwhile are only in the feed. */
  function* followSuspension(accountId: number, isSuspended: boolean, now: number): Query<void> {
    if (!isSuspended) {
      for (const environment of ['live', 'test'] as const) {
        const ids = yield* store.listActiveIds({ accountId, environment });
        yield* bringForward(
          ids.map((webhook_id) => ({ webhook_id, due_at: now })),
          now,
        );
      }
    }
    yield* recallDeliveries();
  }

  return { followSuspension, checkTarget, list, find, create, update, setStatus, remove, rotateSecret };
}

function present(webhook: WebhookRow | undefined): WebhookRow {
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/** `*` means all events, whatever else is listed. */
function encodeEvents(events: readonly string[]): string {
  return JSON.stringify(events.includes(ALL_EVENTS) ? [ALL_EVENTS] : events);
}
