import type { Config } from '../config.ts';
import { createGuardedClient } from '../kernel/net/guarded-agent.ts';
import { actionsModule } from '../modules/platform/actions/index.ts';
import { eventsModule } from '../modules/platform/events/index.ts';
import { webhooksModule } from '../modules/platform/webhooks/index.ts';
import type { Ground } from './ground.ts';
import type { Support } from './support.ts';

export function composePlatform({ db, clock, log, vault, config }: Ground, { tickets }: Support) {
  const webhooks = webhooksModule({
    db,
    clock,
    log,
    vault,
    createClient: () => openWebhookClient(config),
    notify: tickets.notify,
  });
  const events = eventsModule({ db, clock, log, subscribers: [webhooks.onEvents] });
  return {
    modules: [actionsModule({ db }), events, webhooks],
    operator: { ...events.operator, ...webhooks.operator },
  };
}

/** Loopback is for trying things out on one machine. */
function openWebhookClient({ webhookDenyNetworks, webhookAllowNetworks, demo }: Config) {
  return createGuardedClient({
    deniedNetworks: webhookDenyNetworks,
    allowedNetworks: webhookAllowNetworks,
    allowLoopback: demo,
  });
}
