import type { DnsDriver } from '#engines/dns/driver.ts';
import { EngineError } from '#engines/engine.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import type { MailSettings } from '../settings.ts';
import { checkRecords, type Sighting } from './record-check.ts';
import type { MailDomainRow } from './store.ts';

interface Dependencies {
  /** Undefined in a simulation. Our own zone then replaces public DNS. */
  lookUp: LookUp | undefined;
  dns: Pick<DnsDriver, 'readZone'>;
  settings: MailSettings;
  nameservers: readonly string[];
}

export type RecordChecks = ReturnType<typeof createRecordChecks>;

export function createRecordChecks({ lookUp, dns, settings, nameservers }: Dependencies) {
  /** Checks in progress by domain. Concurrent callers share the result. */
  const underWay = new Map<number, Promise<Sighting>>();

  async function check(row: MailDomainRow): Promise<Sighting> {
    const known = underWay.get(row.domain_id);
    if (known) return known;
    const sighting = begin(row).finally(() => underWay.delete(row.domain_id));
    underWay.set(row.domain_id, sighting);
    return sighting;
  }

  async function begin(row: MailDomainRow): Promise<Sighting> {
    const asked = lookUp ?? (await readOwnZone(row.domain, dns));
    return checkRecords(row, { lookUp: asked, settings, nameservers });
  }

  return { check };
}

/** Returns a lookup that reads the zone on our name servers. */
async function readOwnZone(domain: string, dns: Pick<DnsDriver, 'readZone'>): Promise<LookUp> {
  const zone = await dns.readZone(domain).catch((error) => {
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  return async (type, name) => {
    if (type === 'NS') return zone?.nameservers.map((server) => `${server}.`);
    const records = zone?.records.filter((record) => record.type === type && record.name === name);
    return records?.map(({ content }) => (type === 'TXT' ? unquote(content) : content));
  };
}

function unquote(content: string): string {
  return content.replace(/^"|"$/g, '').replaceAll('" "', '').replace(/\\(.)/g, '$1');
}
