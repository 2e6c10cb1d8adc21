import { createGuardedClient } from '#kernel/net/guarded-agent.ts';
import { actionsModule } from '#modules/platform/actions/index.ts';
import { eventsModule } from '#modules/platform/events/index.ts';
import { firstStepsModule } from '#modules/platform/first-steps/index.ts';
import { requestsModule } from '#modules/platform/requests/index.ts';
import { streamModule } from '#modules/platform/stream/index.ts';
import { webhooksModule } from '#modules/platform/webhooks/index.ts';
import type { Module } from '#program/module.ts';
import type { Ground } from './ground.ts';
import type { Support } from './support.ts';
import { readTargetPolicy } from './target-policy.ts';

export function composePlatform(ground: Ground, { tickets }: Support) {
  const { db, clock, log, vault, config } = ground;
  const webhooks = webhooksModule({
    db,
    clock,
    log,
    vault,
    createClient: () => createGuardedClient(readTargetPolicy(config)),
    notify: tickets.notify,
  });
  const events = eventsModule({ db, clock, log, subscribers: [webhooks.onEvents] });
  const requests = requestsModule({ db, log });
  return {
    modules: [events, webhooks, requests, streamModule({ db }), firstStepsModule()],
    requestLog: config.requestLog ? requests.requestLog : undefined,
    onSuspensionChange: webhooks.onSuspensionChange,
    operator: { ...events.operator, ...webhooks.operator },
  };
}

/** Collects the actions of all other modules. */
export function composeActions({ db, clock }: Ground, modules: readonly Module[]) {
  const kinds = modules.flatMap((module) => module.actions ?? []);
  const retries = Object.assign({}, ...modules.map((module) => module.retries ?? {}));
  return actionsModule({ db, clock, kinds, retries });
}
