import { setImmediate as giveWay } from 'node:timers/promises';
import type { Database } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import { EngineError } from '#engines/engine.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { type KeptZone, listZones } from './operator-store.ts';
import type { ZoneRecord } from './records/records.ts';
import { bindRecords, isAddress, listOwners, type Owners } from './servers.ts';
import type { DomainService } from './service.ts';
import { noteOwners } from './store.ts';
import { digestZone, planZone, toDnsZone, type ZoneSources } from './zone.ts';

const EVERY_MS = 5 * MINUTE;
const RETRY_MS = HOUR;
const AT_ONCE = 100;
/** Concurrent queries to the name server. */
const ASKED_AT_ONCE = 10;

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  sources: ZoneSources;
  nameservers: readonly string[];
  domains: Pick<DomainService, 'republish' | 'noteDnsStatus'>;
}

/**
 * Checks all zones. Zones that differ from their plan are written again, above all those that point to terminated
 * servers, whose addresses go to other customers. The others are queried like from outside. It only reads unless a zone
 * differs.
 */
export function keepZones({ db, dns, sources, nameservers, domains }: Dependencies): RecurringJob {
  /** Binds address records that were written before the VPS had the address. */
  async function bindLate(zone: KeptZone, ownersOf: (accountId: number) => Promise<Owners>): Promise<void> {
    const records = JSON.parse(zone.records) as ZoneRecord[];
    if (!records.some((record) => isAddress(record) && record.hosting_id === null)) return;
    const text = JSON.stringify(bindRecords(records, await ownersOf(zone.account_id)));
    if (text === zone.records) return;
    await db.write(() => noteOwners(zone.account_id, zone.id, zone.revision, text));
    zone.records = text;
  }

  /** Reads the owners once per round and account. */
  function rememberOwners() {
    const known = new Map<number, Owners>();
    return async (accountId: number) => {
      const owners = known.get(accountId) ?? (await db.read(listOwners(accountId, sources.servers)));
      known.set(accountId, owners);
      return owners;
    };
  }

  async function isAstray(zone: KeptZone): Promise<boolean> {
    const plan = await db.read(planZone(zone.account_id, zone, sources));
    return digestZone(toDnsZone(zone.domain, nameservers, plan)) !== zone.zone_digest;
  }

  /** Returns false if there was no answer: an unreachable name server says nothing about a zone. */
  async function verify({ account_id, id, domain, dns_status }: KeptZone, now: number): Promise<boolean> {
    try {
      const isServed = await dns.isServed(domain);
      if (!isServed && (await dns.readZone(domain)) === undefined) {
        // The zone was deleted outside Hostler.
        await db.write(() => domains.republish(account_id, id, now));
      } else if (isServed !== (dns_status === 'ok')) {
        await db.write(() => domains.noteDnsStatus(account_id, id, isServed ? 'ok' : 'error', now));
      }
      return true;
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
  }

  /** Returns false if no name server answers. */
  async function verifyAll(zones: readonly KeptZone[], now: number): Promise<boolean> {
    for (let first = 0; first < zones.length; first += ASKED_AT_ONCE) {
      const answers = zones.slice(first, first + ASKED_AT_ONCE).map((zone) => verify(zone, now));
      // If only one query gets no answer, its zone has a problem of its own.
      if ((await Promise.all(answers)).every((isAnswered) => !isAnswered)) return false;
    }
    return true;
  }

  return {
    name: 'domains.keep-zones',
    everyMs: EVERY_MS,
    async run(now) {
      let answers = true;
      const ownersOf = rememberOwners();
      for (let after = 0, more = true; more; ) {
        const step = await db.read(listZones(after, now, RETRY_MS, AT_ONCE));
        const sound: KeptZone[] = [];
        for (const zone of step) {
          await bindLate(zone, ownersOf);
          if (zone.status === 'error' || (await isAstray(zone))) {
            await db.write(() => domains.republish(zone.account_id, zone.id, now));
          } else sound.push(zone);
        }
        if (answers) answers = await verifyAll(sound, now);
        // SQLite answers synchronously, so yield to requests.
        await giveWay();
        after = step.at(-1)?.id ?? after;
        more = step.length === AT_ONCE;
      }
    },
  };
}
