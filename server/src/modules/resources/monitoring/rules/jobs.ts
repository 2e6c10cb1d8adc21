import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import type { HostingOperatorService } from '../../hosting/index.ts';
import { listKnownServers } from './operator-store.ts';
import { addDefaultRules, type RuleService } from './service.ts';

/** Servers per transaction: few enough that no customer's write waits for them. */
const AT_ONCE = 25;

interface Dependencies {
  db: Database;
  hosting: Pick<HostingOperatorService, 'listLiving'>;
  rules: RuleService;
}

/** Adds the default rules to servers that an older version created, and removes the rules of terminated servers. */
export function followServers({ db, hosting, rules }: Dependencies): RecurringJob {
  return {
    name: 'monitoring.follow-servers',
    everyMs: MINUTE,
    async run(now) {
      // Reads known servers first. A server created in between is then active and unknown, never the other way round.
      const known = await db.read(listKnownServers());
      const living = await db.read(hosting.listLiving());
      const fresh = [...living.values()].filter(({ id }) => !known.has(id));
      const gone = [...known].filter(([id]) => !living.has(id));
      await inTurns(db, fresh, (server) => addDefaultRules(server.accountId, server, now));
      await inTurns(db, gone, ([id, accountId]) => rules.endServer(accountId, id, now));
    },
  };
}

async function inTurns<T>(db: Database, items: readonly T[], work: (item: T) => Query<void>): Promise<void> {
  for (let first = 0; first < items.length; first += AT_ONCE) {
    await db.write(function* () {
      for (const item of items.slice(first, first + AT_ONCE)) yield* work(item);
    });
  }
}
