import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { EventSubscriber } from '#kernel/events/publish.ts';
import type { Logger } from '#kernel/log.ts';
import type { GuardedClient } from '#kernel/net/guarded-agent.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { OnSuspensionChange } from '../../identity/accounts/index.ts';
import { webhookCommands } from './commands.ts';
import { deliveryFailures } from './delivery/failures.ts';
import { redeliveryJob } from './delivery/redelivery/service.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { createDeliveryService } from './delivery/service.ts';
import { migrations } from './migrations.ts';
import { createWebhookOperatorService, type WebhookOperatorService } from './operator-service.ts';
import { webhookRoutes } from './routes.ts';
import { createSender } from './sender.ts';
import { DeliveryEngine } from './sending/engine.ts';
import { createFanOut } from './sending/fan-out.ts';
import { mendDeliveryTimes } from './sending/mend-times.ts';
import { deliveryMetrics } from './sending/metrics.ts';
import type { Notify } from './sending/notice.ts';
import { deliveryRetention } from './sending/retention.ts';
import { createWebhookService } from './service.ts';
import { webhooksLimit } from './store.ts';
import { createWebhookTester } from './test-service.ts';
import { failingWebhooks } from './today.ts';

export { countWebhooks } from './store.ts';
export type { WebhookOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  /** Called twice: for requests of the API, and for deliveries. The engine closes the second when it stops. */
  createClient(): GuardedClient;
  notify: Notify;
}

interface WebhooksModule extends Module {
  /** Creates the deliveries of events when they are published. */
  onEvents: EventSubscriber;
  operator: { webhooks: WebhookOperatorService };
  onSuspensionChange: OnSuspensionChange;
}

export function webhooksModule(deps: Dependencies): WebhooksModule {
  const { db, clock, log, vault, notify } = deps;
  const client = deps.createClient();
  const deliveryClient = deps.createClient();
  const webhooks = createWebhookService({ vault, client });
  const operator = createWebhookOperatorService({ clock, webhooks });
  const test = createWebhookTester({ db, clock, webhooks, send: createSender({ client, vault, clock }) });
  const send = createSender({ client: deliveryClient, vault, clock });
  const engine = new DeliveryEngine({ db, clock, log, send, notify, close: () => deliveryClient.close() });
  return {
    name: 'webhooks',
    tag: 'Signed event notifications to your URLs.',
    migrations,
    limits: [webhooksLimit],
    routes: [...webhookRoutes(webhooks, test), ...deliveryRoutes(createDeliveryService({ webhooks }))],
    jobs: [redeliveryJob({ db, clock })],
    recurring: [mendDeliveryTimes(db)],
    forgets: [deliveryRetention],
    failures: [deliveryFailures],
    today: [failingWebhooks],
    services: [engine],
    metrics: deliveryMetrics({ db, clock }),
    commands: webhookCommands({ db, webhooks: operator }),
    operator: { webhooks: operator },
    onSuspensionChange: (accountId, { after }, now) => webhooks.followSuspension(accountId, after !== undefined, now),
    onEvents: createFanOut(engine),
  };
}
