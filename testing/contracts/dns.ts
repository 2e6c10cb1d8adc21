import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DnsDriver, DnsRecord, DnsZone } from '../../server/src/engines/dns/driver.ts';
import { eventually } from '../until.ts';

/** Provided by the test of a driver. */
export interface DnsHarness {
  driver: DnsDriver;
  /** Removes everything the test created. */
  close(): Promise<void>;
}

/** Contract of every DNS driver. */
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
          { name: `long.${domain}`, type: 'TXT', ttl: 300, content: `"${'x'.repeat(255)}" "${'y'.repeat(100)}"` },
          { name: `odd.${domain}`, type: 'TXT', ttl: 300, content: '"a \\"quoted\\" back\\\\slash; and more"' },
          { name: domain, type: 'CAA', ttl: 300, content: '0 issue "ca.example.test"' },
          { name: domain, type: 'CAA', ttl: 300, content: '128 issuewild ";"' },
          { name: `_sip._tcp.${domain}`, type: 'SRV', ttl: 300, content: `10 60 5060 sip.${domain}.` },
          { name: `_none._tcp.${domain}`, type: 'SRV', ttl: 300, content: '0 0 0 .' },
          { name: `nomail.${domain}`, type: 'MX', ttl: 300, content: '0 .' },
          { name: `sub.${domain}`, type: 'NS', ttl: 300, content: 'ns.elsewhere.test.' },
          { name: `www.${domain}`, type: 'CNAME', ttl: 60, content: `${domain}.` },
          { name: `*.${domain}`, type: 'A', ttl: 60, content: '192.0.2.3' },
        ],
      };
    });
    afterEach(() => harness.close());

    const readSorted = async () => sortZone(await driver.readZone(domain));

    it('reports that it is reachable', async () => {
      // The check has a few seconds to answer.
      await eventually(async () =>
        expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String) }),
      );
    });

    it('returns no zone before it is put', async () => {
      expect(await driver.readZone(domain)).toBeUndefined();
    });

    it('reads back a zone, even if it is put twice', async () => {
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

    it('replaces an address with a CNAME, and the reverse', async () => {
      const at = (record: Pick<DnsRecord, 'type' | 'content'>) => ({
        ...zone,
        records: [{ name: `www.${domain}`, ttl: 60, ...record }],
      });
      const alias = at({ type: 'CNAME', content: `${domain}.` });
      const address = at({ type: 'A', content: '192.0.2.9' });
      for (const next of [alias, address, alias]) {
        await driver.putZone(next);
        expect(await readSorted()).toEqual(sortZone(next));
      }
    });

    it('serves a zone from put to removal, repeatedly', async () => {
      for (let round = 0; round < 2; round += 1) {
        // Queried before, so that a negative cache cannot pass by chance.
        expect(await driver.isServed(domain)).toBe(false);
        await driver.putZone(zone);
        expect(await driver.isServed(domain)).toBe(true);
        await driver.putZone({ ...zone, records: [] });
        expect(await driver.isServed(domain)).toBe(true);
        await driver.removeZone(domain);
      }
      expect(await driver.isServed(domain)).toBe(false);
    });

    it('does not serve a name below the zone as its own zone', async () => {
      await driver.putZone(zone);
      expect(await driver.isServed(`www.${domain}`)).toBe(false);
      expect(await driver.isServed(`nothing.${domain}`)).toBe(false);
    });

    it('accepts a zone without records', async () => {
      await driver.putZone(zone);
      await driver.putZone({ ...zone, records: [] });
      expect(await driver.readZone(domain)).toMatchObject({ records: [] });
    });

    it('removes a zone, even a missing one', async () => {
      await driver.putZone(zone);
      await driver.removeZone(domain);
      await driver.removeZone(domain);
      expect(await driver.readZone(domain)).toBeUndefined();
    });

    it('keeps other zones when one is removed', async () => {
      const other = { ...zone, domain: `other-${domain}`, records: [] };
      await driver.putZone(zone);
      await driver.putZone(other);
      await driver.removeZone(other.domain);
      expect(await readSorted()).toEqual(sortZone(zone));
    });

    it.each<[string, (domain: string) => Partial<DnsRecord>]>([
      ['outside the zone', () => ({ name: 'www.elsewhere.test' })],
      ['whose name only ends like the zone', (domain) => ({ name: `evil${domain}` })],
      ['with an invalid address', () => ({ content: '192.0.2.256' })],
      ['with an IPv6 address in an A record', () => ({ content: '2001:db8::1' })],
      ['with a zone in its IPv6 address', () => ({ type: 'AAAA', content: 'fe80::1%eth0' })],
      ['of type MX whose host lacks the trailing dot', (domain) => ({ type: 'MX', content: `10 mail.${domain}` })],
      ['of type MX without a preference', (domain) => ({ type: 'MX', content: `mail.${domain}.` })],
      ['of type TXT without quotes', () => ({ type: 'TXT', content: 'hello' })],
      ['of type TXT with an unclosed quote', () => ({ type: 'TXT', content: '"hello' })],
      ['of type SRV without a port', (domain) => ({ type: 'SRV', content: `10 60 sip.${domain}.` })],
      ['of type CAA without quotes', () => ({ type: 'CAA', content: '0 issue ca.example.test' })],
      ['with a line break', () => ({ type: 'TXT', content: '"a\nb"' })],
      ['that already exists', (domain) => ({ name: domain, ttl: 3600, content: '192.0.2.1' })],
      ['with a different TTL than another record of the same name and type', (domain) => ({ name: domain, ttl: 61 })],
      ['with a name that is too long', (domain) => ({ name: `${'a.'.repeat(120)}${domain}` })],
      ['of type NS for the domain itself', (domain) => ({ name: domain, type: 'NS', content: 'a.test.' })],
      ['next to a CNAME', (domain) => ({ name: `www.${domain}` })],
      ['of type CNAME next to other records', (domain) => ({ name: domain, type: 'CNAME', content: 'a.test.' })],
    ])('refuses a record %s, and keeps the zone', async (_what, change) => {
      await driver.putZone(zone);
      const record: DnsRecord = { name: `new.${domain}`, type: 'A', ttl: 60, content: '192.0.2.4', ...change(domain) };
      const refused = driver.putZone({ ...zone, records: [...zone.records, record] });
      await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
      expect(await readSorted()).toEqual(sortZone(zone));
    });

    it.each(['', '..', '../escape.test', 'a/b.test', 'a b.test'])('refuses the domain "%s"', async (bad) => {
      const refused = driver.putZone({ ...zone, domain: bad, records: [] });
      await expect(refused).rejects.toMatchObject({ code: 'refused' });
      await expect(driver.removeZone(bad)).rejects.toMatchObject({ code: 'refused' });
      await expect(driver.isServed(bad)).rejects.toMatchObject({ code: 'refused' });
    });

    it('creates no zone, not even an empty one, if it refuses a record', async () => {
      const record: DnsRecord = { name: domain, type: 'A', ttl: 60, content: 'nowhere' };
      await expect(driver.putZone({ ...zone, records: [record] })).rejects.toMatchObject({ code: 'refused' });
      expect(await driver.readZone(domain)).toBeUndefined();
      expect(await driver.isServed(domain)).toBe(false);
    });
  });
}

/** Servers keep no order, so both sides are sorted before the comparison. */
function sortZone(zone: DnsZone | undefined): DnsZone | undefined {
  const byText = (a: DnsRecord, b: DnsRecord) => (describeRecord(a) < describeRecord(b) ? -1 : 1);
  return zone && { ...zone, nameservers: zone.nameservers.toSorted(), records: zone.records.toSorted(byText) };
}

function describeRecord({ name, type, ttl, content }: DnsRecord): string {
  return `${name} ${type} ${ttl} ${content}`;
}
