import { type Database, type InTurn, simulatedId } from '@hostler/database';
import { EVENT_TYPES, type EventType } from '#kernel/events/catalogue.ts';
import { eventBody } from '#kernel/events/emit.ts';
import type { Clock } from '#kernel/time.ts';
import { insertTest } from './delivery/test-store.ts';
import type { WebhookTest } from './schemas.ts';
import { isSuccess, type Sender } from './sender.ts';
import type { WebhookService } from './service.ts';
import type { Owner, WebhookRow } from './store.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  webhooks: WebhookService;
  send: Sender;
}

export type WebhookTester = ReturnType<typeof createWebhookTester>;

/**
 * Sends a real, signed event immediately and returns the receiver's response. The event has a type that the webhook
 * subscribes to, because receivers may know no other. Its id belongs to no real event, and its data says that it is a
 * test. The result is listed as a delivery that has ended.
 */
export function createWebhookTester({ db, clock, webhooks, send }: Dependencies) {
  return async function test(owner: Owner, id: number, inTurn: InTurn): Promise<WebhookTest> {
    const webhook = await inTurn(() => db.read(webhooks.find(owner, id)));
    const event = chooseEvent(webhook);
    const eventId = simulatedId();
    const data = JSON.stringify({ test: true, webhook_id: id, ...sample(event, eventId) });
    const body = Buffer.from(eventBody({ type: event, created_at: clock.now(), data }));
    const sent = await send(webhook, { id: eventId, event, body });
    const result = { webhook_id: id, event_id: eventId, event, sent };
    const delivery_id = await inTurn(() => db.write(() => insertTest(owner.accountId, result)));
    return {
      delivered: isSuccess(sent),
      delivery_id,
      event_id: eventId,
      event,
      status_code: sent.status,
      duration_ms: sent.ms,
      response: sent.answer,
      error: sent.error,
    };
  };
}

function chooseEvent({ events }: WebhookRow): EventType {
  const wanted = JSON.parse(events) as string[];
  return EVENT_TYPES.find((type) => wanted.includes(type)) ?? 'ticket.created';
}

function sample(event: EventType, id: number): object {
  if (!event.startsWith('ticket.')) return { id };
  return { id, subject: 'A test of this webhook', status: 'open', priority: 'normal' };
}
