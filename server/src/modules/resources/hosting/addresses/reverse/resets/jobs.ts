import type { Database, Query } from '@hostler/database';
import type { DnsDriver, DnsZone } from '#engines/dns/driver.ts';
import { EngineError } from '#engines/engine.ts';
import { countChain, enqueueJob } from '#kernel/jobs/queue.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { type Clock, DAY, MINUTE } from '#kernel/time.ts';
import { planZone, publishNames, type ReverseInput, zoneKeyOf } from '../plan.ts';
import { toReverseName } from '../zone.ts';
import { writeNotReset } from './letters.ts';
import { clearStale, listStale } from './store.ts';

const RESET = 'hosting.reset-reverse';

interface Dependencies {
  db: Database;
  clock: Clock;
  dns: Pick<DnsDriver, 'putZone' | 'setPointer'>;
  nameservers: readonly string[];
  staffMail: StaffMail;
}

/**
 * Queues the reset of reverse names that the name server refused to remove when their address was released. The queue
 * keeps the order of all work on a zone.
 */
export function retryResets({ db }: Pick<Dependencies, 'db'>): RecurringJob {
  function* queue({ address, prefix }: ReverseInput, now: number): Query<void> {
    const serialKey = zoneKeyOf({ address, prefix });
    if ((yield* countChain(serialKey, 1)) > 0) return;
    yield* enqueueJob({ kind: RESET, payload: { address, prefix }, lane: 'dns', serialKey, runAt: now });
  }

  return {
    name: 'hosting.retry-reverse-resets',
    everyMs: 10 * MINUTE,
    async run(now) {
      const stale = await db.read(listStale());
      for (const [first] of stale.values()) if (first) await db.write(() => queue(first, now));
    },
  };
}

/** Writes a reverse zone without the names of released addresses. If that is refused, staff get a mail once a day. */
export function resetReverse({ db, clock, dns, nameservers, staffMail }: Dependencies): JobHandler {
  return {
    kind: RESET,
    retryForever: true,
    async run({ payload, complete }) {
      const input = payload as ReverseInput;
      const { zone: domain } = toReverseName(input.address, input.prefix);
      // Read first: the plan has no name of an address that is released by then.
      const stale = (await db.read(listStale())).get(domain) ?? [];
      const { zone } = await db.read(planZone(input, nameservers));
      const names = stale.map(({ address, prefix }) => ({ address, prefix, target: null }));
      const refusal = await put(zone, names.length > 0 ? names : [{ ...input, target: null }]);
      await db.write(function* () {
        const now = clock.now();
        if (refusal) {
          const cause = `reverse zone ${domain} on day ${Math.floor(now / DAY)}`;
          const letter = writeNotReset(domain, stale, refusal.message);
          yield* staffMail.toStaff({ kind: 'reverse-not-reset', cause, letter, nature: 'alert', now });
        } else {
          yield* clearStale(stale);
        }
        yield* complete();
      });
    },
  };

  /** Returns the refusal. Throws if the name server is unreachable: the job is then repeated. */
  async function put(zone: DnsZone, names: Parameters<typeof publishNames>[2]): Promise<EngineError | undefined> {
    try {
      await publishNames(dns, zone, names);
      return undefined;
    } catch (error) {
      if (error instanceof EngineError && error.code !== 'unreachable') return error;
      throw error;
    }
  }
}
