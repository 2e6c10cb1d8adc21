import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { MINUTE } from '../../kernel/time.ts';
import { type LedDomain, listWithServer } from './operator-store.ts';
import type { DomainService } from './service.ts';
import { addressesOf, type ServerDirectory } from './zone.ts';

const EVERY_MS = 5 * MINUTE;
const AT_ONCE = 200;

interface Dependencies {
  db: Database;
  servers: ServerDirectory;
  domains: Pick<DomainService, 'republish'>;
}

/**
 * Finds zones that lead elsewhere than their server is and has them made again. Above all the zones of servers that were
 * terminated: their addresses are given to other customers. Only reads, unless there is something to do.
 */
export function followServers({ db, servers, domains }: Dependencies): RecurringJob {
  async function isAstray({ account_id, hosting_id, addresses }: LedDomain): Promise<boolean> {
    return JSON.stringify(addressesOf(await db.read(servers.find(account_id, hosting_id)))) !== addresses;
  }

  return {
    name: 'domains.follow-servers',
    everyMs: EVERY_MS,
    async run(now) {
      for (let after = 0, more = true; more; ) {
        const step = await db.read(listWithServer(after, AT_ONCE));
        for (const domain of step) {
          if (await isAstray(domain)) await db.write(() => domains.republish(domain.account_id, domain.id, now));
        }
        after = step.at(-1)?.id ?? after;
        more = step.length === AT_ONCE;
      }
    },
  };
}
