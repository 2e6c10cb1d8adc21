import { type Database, type Query, sql } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import { MINUTE } from '#kernel/time.ts';
import type { HostingService } from '../../service.ts';
import { NoFreeAddress } from './claim.ts';
import { NO_ADDRESS, type PoolService } from './service.ts';

/** Servers that one pass continues. */
const AT_ONCE = 100;

interface Waiting {
  id: number;
  account_id: number;
  region: string;
}

const WAITING = sql<{ reason: string; limit: number }, Waiting>(
  `select id, account_id, region from hosting
   where delay_reason = :reason and status = 'provisioning' and pending is null order by id limit :limit`,
);

interface Dependencies {
  db: Database;
  log: Logger;
  pools: PoolService;
  hosting: Pick<HostingService, 'find' | 'retryCreation'>;
  listLockedNodes(): Promise<readonly string[]>;
}

/** Creates the servers that waited for an address, oldest first, once their region has one. */
export function continueCreation({ db, log, pools, hosting, listLockedNodes }: Dependencies): RecurringJob {
  function* retry({ id, account_id }: Waiting, locked: readonly string[], now: number): Query<void> {
    yield* pools.give({ ...(yield* hosting.find(account_id, id)), account_id }, locked);
    yield* hosting.retryCreation(account_id, id, now);
  }

  return {
    name: 'hosting.continue-creation',
    everyMs: MINUTE,
    async run(now) {
      const waiting = await db.read(WAITING.all({ reason: NO_ADDRESS, limit: AT_ONCE }));
      if (waiting.length === 0) return;
      const locked = await listLockedNodes();
      const exhausted = new Set<string>();
      for (const server of waiting) {
        if (exhausted.has(server.region)) continue;
        try {
          await db.write(() => retry(server, locked, now));
          log.info({ hosting_id: server.id }, 'address free: creation continues');
        } catch (error) {
          if (!(error instanceof NoFreeAddress)) throw error;
          exhausted.add(server.region);
        }
      }
    },
  };
}
