import { setImmediate as giveWay } from 'node:timers/promises';
import type { DnsDriver } from '../../../engines/dns/driver.ts';
import { EngineError } from '../../../engines/engine.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { RecurringJob } from '../../../kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '../../../kernel/time.ts';
import { type KeptZone, listZones } from './operator-store.ts';
import type { ZoneRecord } from './records/records.ts';
import { bindRecords, isAddress, listOwners, type Owners } from './servers.ts';
import type { DomainService } from './service.ts';
import { noteOwners } from './store.ts';
import { digestZone, planZone, toDnsZone, type ZoneSources } from './zone.ts';

const EVERY_MS = 5 * MINUTE;
const RETRY_MS = HOUR;
const AT_ONCE = 100;
/** Questions to the name server under way at the same time. */
const ASKED_AT_ONCE = 10;

interface Dependencies {
  db: Database;
  dns: DnsDriver;
  sources: ZoneSources;
  nameservers: readonly string[];
  domains: Pick<DomainService, 'republish' | 'noteDnsStatus'>;
}

/**
 * Goes round all zones. Those that are not what they shall be are made again: above all zones that lead to servers which
 * were terminated, because their addresses are given to other customers. The others are asked for, as the world does.
 * Only reads, unless there is something to do.
 */
export function keepZones({ db, dns, sources, nameservers, domains }: Dependencies): RecurringJob {
  /** For addresses that were written before the VPS had them: it was moved in, or made later. */
  async function bindLate(zone: KeptZone, ownersOf: (accountId: number) => Promise<Owners>): Promise<void> {
    const records = JSON.parse(zone.records) as ZoneRecord[];
    if (!records.some((record) => isAddress(record) && record.hosting_id === null)) return;
    const text = JSON.stringify(bindRecords(records, await ownersOf(zone.account_id)));
    if (text === zone.records) return;
    await db.write(() => noteOwners(zone.account_id, zone.id, zone.revision, text));
    zone.records = text;
  }

  /** Read once a round for each account that needs them. */
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

  /** False when there was no answer to be had: a name server that is away says nothing about a zone. */
  async function verify({ account_id, id, domain, dns_status }: KeptZone, now: number): Promise<boolean> {
    try {
      const isServed = await dns.isServed(domain);
      if (!isServed && (await dns.readZone(domain)) === undefined) {
        // Taken away behind our back.
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

  /** False when there is no point in asking on. */
  async function verifyAll(zones: readonly KeptZone[], now: number): Promise<boolean> {
    for (let first = 0; first < zones.length; first += ASKED_AT_ONCE) {
      const answers = zones.slice(first, first + ASKED_AT_ONCE).map((zone) => verify(zone, now));
      // A single one without an answer has a trouble of its own.
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
        // SQLite answers without a pause, and requests want to be served too.
        await giveWay();
        after = step.at(-1)?.id ?? after;
        more = step.length === AT_ONCE;
      }
    },
  };
}
