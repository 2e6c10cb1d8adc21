import type { Database } from '@hostler/database';
import { eventMetrics } from '#kernel/events/metrics.ts';
import type { EventSubscriber } from '#kernel/events/publish.ts';
import { Publisher } from '#kernel/events/publisher.ts';
import { testEventsLimit } from '#kernel/events/test-events.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { eventCommands } from './commands.ts';
import { createEventOperatorService, type EventOperatorService } from './operator-service.ts';
import { eventRetention } from './retention.ts';
import { eventRoutes } from './routes.ts';

export type { EventOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  subscribers: readonly EventSubscriber[];
}

interface EventsModule extends Module {
  operator: { events: EventOperatorService };
}

export function eventsModule({ db, clock, log, subscribers }: Dependencies): EventsModule {
  const events = createEventOperatorService();
  return {
    name: 'events',
    tag: 'Feed of events, in order.',
    limits: [testEventsLimit],
    routes: eventRoutes(),
    forgets: [eventRetention],
    services: [new Publisher({ db, clock, log, subscribers })],
    metrics: eventMetrics({ db, clock }),
    commands: eventCommands({ db, events }),
    operator: { events },
  };
}
