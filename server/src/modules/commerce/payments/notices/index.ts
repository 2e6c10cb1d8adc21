import type { Database } from '@hostler/database';
import type { PaymentEngine } from '#engines/payment/driver.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import { createNoticeService, type Sources } from './operator-service.ts';
import { noticePages } from './pages.ts';
import { noticeRetention } from './retention.ts';

interface Dependencies extends Sources {
  db: Database;
  clock: Clock;
  log: Logger;
  engine: PaymentEngine;
}

/** Notifications from payment providers. */
export function composeNotices({ db, clock, log, engine, ...sources }: Dependencies) {
  const notices = createNoticeService(sources);
  return { pages: noticePages(engine.drivers.values(), { db, clock, log, notices }), forgets: [noticeRetention] };
}
