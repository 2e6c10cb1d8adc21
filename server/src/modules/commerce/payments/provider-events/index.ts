import type { Database } from '@hostler/database';
import type { PaymentEngine } from '#engines/payment/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import { createProviderEventService, type Sources } from './operator-service.ts';
import { providerEventPages } from './pages.ts';
import { providerEventRetention } from './retention.ts';

interface Dependencies extends Sources {
  db: Database;
  clock: Clock;
  log: Logger;
  engine: PaymentEngine;
}

/** Notifications from payment providers. */
export function composeNotices({ db, clock, log, engine, ...sources }: Dependencies) {
  const providerEvents = createProviderEventService(sources);
  return {
    pages: providerEventPages(engine.drivers.values(), { db, clock, log, providerEvents }),
    forgets: [providerEventRetention],
  };
}
