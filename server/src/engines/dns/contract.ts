import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DnsDriver, DnsRecord, DnsZone } from './driver.ts';

/** What a driver's test supplies so that the suite can run over it. */
export interface DnsHarness {
  driver: DnsDriver;
  /** Takes away everything the test made. */
  close(): Promise<void>;
}

/** What every DNS driver does, whatever server is behind it. */
export function describeDnsDriver(title: string, openHarness: () => Promise<DnsHarness>): void {
  describe(`${title}: the DNS contract`, () => {
    let harness: DnsHarness;
    let driver: DnsDriver;
    let domain: string;
    let zone: DnsZone;

    beforeEach(async () => {
      harness = await openHarness();
      driver = harness.driver;
      domain = `contract-${randomUUID().slice(0, 8)}.test`;
      zone = {
        domain,
        nameservers: ['ns1.host.test', 'ns2.host.test'],
        records: [
          { name: domain, type: 'A', ttl: 3600, content: '192.0.2.1' },
          { name: domain, type: 'A', ttl: 3600, content: '192.0.2.2' },
          { name: domain, type: 'AAAA', ttl: 3600, content: '2001:db8::1' },
          { name: domain, type: 'MX', ttl: 300, content: `10 mail.${domain}.` },
          { name: domain, type: 'TXT', ttl: 300, content: '"v=spf1 mx -all"' },
          { name: `www.${domain}`, type: 'CNAME', ttl: 60, content: `${domain}.` },
          { name: `*.${domain}`, type: 'A', ttl: 60, content: '192.0.2.3' },
        ],
      };
    });
    afterEach(() => harness.close());

    const readSorted = async () => sortZone(await driver.readZone(domain));

    it('says that it is reachable', async () => {
      expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String) });
    });

    it('knows no zone that it was not given', async () => {
      expect(await driver.readZone(domain)).toBeUndefined();
    });

    it('reads back the zone that was put, also when put twice', async () => {
      await driver.putZone(zone);
      await driver.putZone(zone);
      expect(await readSorted()).toEqual(sortZone(zone));
    });

    it('replaces a zone as a whole', async () => {
      await driver.putZone(zone);
      const records: DnsRecord[] = [
        { name: domain, type: 'A', ttl: 60, content: '192.0.2.9' },
        { name: `shop.${domain}`, type: 'A', ttl: 60, content: '192.0.2.10' },
      ];
      const next = { domain, nameservers: ['ns3.host.test'], records };
      await driver.putZone(next);
      expect(await readSorted()).toEqual(sortZone(next));
    });

    it('takes a zone without records', async () => {
      await driver.putZone(zone);
      await driver.putZone({ ...zone, records: [] });
      expect(await driver.readZone(domain)).toMatchObject({ records: [] });
    });

    it('removes a zone, also one that is gone already', async () => {
      await driver.putZone(zone);
      await driver.removeZone(domain);
      await driver.removeZone(domain);
      expect(await driver.readZone(domain)).toBeUndefined();
    });

    it('leaves other zones alone', async () => {
      const other = { ...zone, domain: `other-${domain}`, records: [] };
      await driver.putZone(zone);
      await driver.putZone(other);
      await driver.removeZone(other.domain);
      expect(await readSorted()).toEqual(sortZone(zone));
    });

    it.each<[string, (domain: string) => Partial<DnsRecord>]>([
      ['outside the zone', () => ({ name: 'www.elsewhere.test' })],
      ['whose name only ends like the zone', (domain) => ({ name: `evil${domain}` })],
      ['whose address is none', () => ({ content: '192.0.2.256' })],
      ['with an IPv6 address in an A record', () => ({ content: '2001:db8::1' })],
      ['beside an alias', (domain) => ({ name: `www.${domain}` })],
      ['that is an alias beside other records', (domain) => ({ name: domain, type: 'CNAME', content: 'a.test.' })],
    ])('refuses a record %s, and keeps the zone as it was', async (_what, change) => {
      await driver.putZone(zone);
      const record: DnsRecord = { name: `new.${domain}`, type: 'A', ttl: 60, content: '192.0.2.4', ...change(domain) };
      const refused = driver.putZone({ ...zone, records: [...zone.records, record] });
      await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(await readSorted()).toEqual(sortZone(zone));
    });

    it.each(['', '..', '../escape.test', 'a/b.test', 'a b.test'])('refuses the domain "%s"', async (bad) => {
      const refused = driver.putZone({ ...zone, domain: bad, records: [] });
      await expect(refused).rejects.toMatchObject({ code: 'refused' });
    });
  });
}

/** Servers keep no order, so both sides are put into one before they are compared. */
function sortZone(zone: DnsZone | undefined): DnsZone | undefined {
  const byText = (a: DnsRecord, b: DnsRecord) => (describeRecord(a) < describeRecord(b) ? -1 : 1);
  return zone && { ...zone, nameservers: zone.nameservers.toSorted(), records: zone.records.toSorted(byText) };
}

function describeRecord({ name, type, ttl, content }: DnsRecord): string {
  return `${name} ${type} ${ttl} ${content}`;
}
