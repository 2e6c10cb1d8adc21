import { randomUUID } from 'node:crypto';
import { describeDnsDriver } from '@hostler/testing/contracts/dns.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { parsePowerDnsUrl } from '@hostler/testing/services/powerdns.ts';
import { dig as ask, callPowerDns } from '@hostler/testing/services/powerdns-instance.ts';
import { eventually } from '@hostler/testing/until.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.ts';
import type { DnsDriver, DnsZone } from './driver.ts';
import { createPowerDns } from './powerdns.ts';

describeWithService('powerdns', 'PowerDNS', (serviceUrl) => {
  const service = parsePowerDnsUrl(serviceUrl);
  const [host = '', port] = service.nameServer.split(':');
  const access = { ...service, nameServer: { host, port: Number(port) } };

  // Names are unique, so nothing has to be removed; the server ends with the run.
  describeDnsDriver('PowerDNS', async () => ({ driver: createPowerDns(access), close: async () => {} }));

  let driver: DnsDriver;
  let domain: string;
  let zone: DnsZone;

  beforeEach(() => {
    driver = createPowerDns(access);
    domain = `powerdns-${randomUUID().slice(0, 8)}.test`;
    zone = {
      domain,
      nameservers: ['ns1.host.test', 'ns2.host.test'],
      records: [
        { name: domain, type: 'A', ttl: 3600, content: '192.0.2.1' },
        { name: `www.${domain}`, type: 'A', ttl: 3600, content: '192.0.2.1' },
      ],
    };
  });

  const dig = (name: string, type: string) => ask(service, name, type);
  const readSerial = async () => Number((await dig(domain, 'SOA'))[0]?.split(' ')[2]);

  const createByHand = (name: string, more: object = {}) =>
    callPowerDns(service, 'POST', '/zones', {
      name: `${name}.`,
      kind: 'Native',
      nameservers: ['ns.operator.test.'],
      ...more,
    });

  it.each(['', '64/26.', '64-127.'])(
    'writes reverse names into a zone of the operator ("%s"), and leaves the rest of it alone',
    async (part) => {
      const octet = Math.floor(Math.random() * 60_000);
      const parent = `${octet & 255}.${octet >> 8}.10.in-addr.arpa`;
      const own = `${part}${parent}`;
      const pointer = (target: string | null, last = 70) => ({
        places: [
          { zone: `0/25.${parent}`, name: `${last}.0/25.${parent}` },
          { zone: own, name: `${last}.${own}` },
        ],
        ...{ ttl: 3600, target },
      });
      expect(await driver.setPointer(pointer('a.host.test'))).toBe(false);
      await createByHand(own, {
        rrsets: [
          {
            ...{ name: `9.${own}.`, type: 'PTR', ttl: 60, changetype: 'REPLACE' },
            records: [{ content: 'office.test.', disabled: false }],
          },
        ],
      });
      expect(await driver.setPointer(pointer('a.host.test'))).toBe(true);
      expect(await driver.setPointer(pointer('b.host.test'))).toBe(true);
      expect(await driver.setPointer(pointer('c.host.test', 71))).toBe(true);
      expect(await dig(`70.${own}`, 'PTR')).toEqual(['b.host.test.']);
      for (const _time of ['once', 'again']) expect(await driver.setPointer(pointer(null))).toBe(true);
      expect(await dig(`70.${own}`, 'PTR')).not.toContain('b.host.test.');
      expect(await dig(`71.${own}`, 'PTR')).toEqual(['c.host.test.']);
      expect(await dig(`9.${own}`, 'PTR')).toEqual(['office.test.']);
      const customer = { places: [{ zone: domain, name: `www.${domain}` }], ttl: 60, target: 'a.test' };
      await expect(driver.setPointer(customer)).rejects.toMatchObject({ code: 'refused' });
    },
  );

  describe('queried with dig', () => {
    it('creates, changes and deletes a zone', async () => {
      expect(await dig(`www.${domain}`, 'A')).toEqual(['REFUSED']);
      await driver.putZone(zone);
      expect(await dig(`www.${domain}`, 'A')).toEqual(['192.0.2.1']);
      expect(await dig(domain, 'NS')).toEqual(['ns1.host.test.', 'ns2.host.test.']);
      const [soa] = await dig(domain, 'SOA');
      expect(soa).toMatch(/^ns1\.host\.test\. hostmaster\.host\.test\. \d{10} 10800 3600 604800 300$/);

      const records: DnsZone['records'] = [
        { name: `www.${domain}`, type: 'CNAME', ttl: 60, content: 'shops.elsewhere.test.' },
        { name: `*.${domain}`, type: 'AAAA', ttl: 60, content: '2001:db8::7' },
      ];
      await driver.putZone({ ...zone, nameservers: ['ns3.host.test'], records });
      expect(await dig(`www.${domain}`, 'A')).toEqual(['shops.elsewhere.test.']);
      expect(await dig(domain, 'A')).toEqual(['NOERROR']);
      expect(await dig(domain, 'NS')).toEqual(['ns3.host.test.']);
      expect(await dig(`any.${domain}`, 'AAAA')).toEqual(['2001:db8::7']);
      expect((await dig(domain, 'SOA'))[0]).toMatch(/^ns3\.host\.test\. /);

      await driver.removeZone(domain);
      expect(await dig(`www.${domain}`, 'A')).toEqual(['REFUSED']);
      expect(await dig(domain, 'SOA')).toEqual(['REFUSED']);
    });

    it('returns long TXT values in several strings, and keeps escaped quotes', async () => {
      const long = `"${'x'.repeat(255)}" "${'y'.repeat(145)}"`;
      const odd = '"a \\"quoted\\" back\\\\slash; v=1"';
      await driver.putZone({
        ...zone,
        records: [
          { name: `long.${domain}`, type: 'TXT', ttl: 60, content: long },
          { name: `odd.${domain}`, type: 'TXT', ttl: 60, content: odd },
        ],
      });
      expect(await dig(`long.${domain}`, 'TXT')).toEqual([long]);
      expect(await dig(`odd.${domain}`, 'TXT')).toEqual([odd]);
    });

    it('raises the serial with every change of records or name servers, and only then', async () => {
      await driver.putZone(zone);
      const first = await readSerial();
      await driver.putZone(zone);
      expect(await readSerial()).toBe(first);
      await driver.putZone({ ...zone, records: zone.records.slice(1) });
      const second = await readSerial();
      expect(second).toBeGreaterThan(first);
      await driver.putZone({ ...zone, records: zone.records.slice(1), nameservers: ['ns9.host.test'] });
      expect(await readSerial()).toBeGreaterThan(second);
    });

    it('recreates a zone with a higher serial', async () => {
      await driver.putZone(zone);
      const old = await readSerial();
      await driver.removeZone(domain);
      // Serials start at the time in seconds.
      while (Date.now() / 1000 < old + 1) await new Promise((resolve) => setTimeout(resolve, 20));
      await driver.putZone(zone);
      expect(await readSerial()).toBeGreaterThan(old);
    });
  });

  describe('an existing zone', () => {
    it('is not changed, deleted or returned if it has another owner', async () => {
      await createByHand(domain);
      const refused = driver.putZone(zone);
      await expect(refused).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(domain) });
      await driver.removeZone(domain);
      expect(await driver.readZone(domain)).toBeUndefined();
      expect(await dig(domain, 'NS')).toEqual(['ns.operator.test.']);
    });

    it('blocks new zones below it if it has another owner', async () => {
      await createByHand(domain);
      const below = { ...zone, domain: `panel.intern.${domain}`, records: [] };
      await expect(driver.putZone(below)).rejects.toMatchObject({ code: 'conflict' });
      expect(await driver.isServed(below.domain)).toBe(false);
    });

    it('is a primary zone if the settings say so', async () => {
      await createPowerDns({ ...access, kind: 'primary' }).putZone(zone);
      expect(await callPowerDns(service, 'GET', `/zones/${domain}.`)).toMatchObject({
        kind: 'Master',
        account: 'hostler',
      });
    });

    it('allows new zones below it if Hostler owns it', async () => {
      await driver.putZone(zone);
      await driver.putZone({ ...zone, domain: `shop.${domain}`, records: [] });
      expect(await driver.isServed(`shop.${domain}`)).toBe(true);
    });

    it('is replaced completely once it belongs to the account hostler, and its serial keeps rising', async () => {
      const rrsets = [
        { name: `old.${domain}.`, type: 'TLSA', ttl: 60, records: [{ content: `3 1 1 ${'ab'.repeat(32)}` }] },
        { name: `www.${domain}.`, type: 'A', ttl: 3600, records: [{ content: '192.0.2.1', disabled: true }] },
      ];
      await createByHand(domain, { account: 'hostler', soa_edit_api: '', rrsets });
      const before = await readSerial();
      await driver.putZone(zone);
      expect(await dig(`www.${domain}`, 'A')).toEqual(['192.0.2.1']);
      expect(await dig(`old.${domain}`, 'TLSA')).toEqual(['NXDOMAIN']);
      expect(await dig(domain, 'NS')).toEqual(['ns1.host.test.', 'ns2.host.test.']);
      expect(await readSerial()).toBeGreaterThan(before);
    });
  });

  describe('a record that only the server refuses', () => {
    it('is named in the error message, and the reason is in the cause', async () => {
      await driver.putZone(zone);
      const wrong = { name: `new.${domain}`, type: 'MX', ttl: 60, content: '70000 mail.test.' } as const;
      const error: EngineError = await driver.putZone({ ...zone, records: [wrong] }).catch((reason) => reason);
      expect(error).toMatchObject({
        code: 'refused',
        message: `The name server refused the MX record new.${domain}.`,
        cause: { message: expect.stringContaining('Overflow') },
      });
      expect(await dig(`www.${domain}`, 'A')).toEqual(['192.0.2.1']);
      expect(await dig(`new.${domain}`, 'MX')).toEqual(['NXDOMAIN']);
    });
  });

  describe('with correct or wrong settings', () => {
    const create = (changes: Partial<typeof access> & { serverId?: string }) =>
      createPowerDns({ ...access, ...changes });

    it('reports its version and permissions if the settings are correct', async () => {
      // The check has a second to answer.
      await eventually(async () =>
        expect(await driver.check()).toEqual({
          reachable: true,
          version: expect.stringMatching(/^PowerDNS \d+\.\d+/),
          detail: `Can manage zones; answers DNS queries at ${host} port ${port}.`,
          advice: null,
        }),
      );
    });

    it('refuses changes with a wrong key, names the setting to the operator, and never reveals the key', async () => {
      const wrong = create({ key: 'not-the-key-at-all' });
      const error = await wrong.putZone(zone).catch((reason) => reason);
      expect(error).toMatchObject({ code: 'refused', cause: { status: 401 } });
      expect(`${error.message} ${error.cause.stack}`).not.toContain('not-the-key-at-all');
      await expect(wrong.removeZone(domain)).rejects.toMatchObject({ code: 'refused' });
      const health = await wrong.check();
      expect(health).toMatchObject({ reachable: false, advice: expect.stringContaining('HOSTLER_POWERDNS_KEY') });
      expect(JSON.stringify(health)).not.toContain('not-the-key-at-all');
    });

    it.each([
      ['has no API', { url: `${access.url}/nothing/here` }],
      ['has no server of that name', { serverId: 'other' }],
    ])('does not treat a zone as deleted if the address %s', async (_what, changes) => {
      await driver.putZone(zone);
      const lost = create(changes);
      await expect(lost.removeZone(domain)).rejects.toMatchObject({ code: 'refused' });
      await expect(lost.readZone(domain)).rejects.toMatchObject({ code: 'refused' });
      await expect(lost.putZone(zone)).rejects.toMatchObject({ code: 'refused' });
      expect(await lost.check()).toMatchObject({ reachable: false, advice: expect.stringContaining('api=yes') });
      expect(await driver.isServed(domain)).toBe(true);
    });

    it('is unreachable if nothing listens, and advises to start the server', async () => {
      const lost = create({ url: 'http://127.0.0.1:1' });
      await expect(lost.putZone(zone)).rejects.toMatchObject({ code: 'unreachable' });
      expect(await lost.check()).toEqual({
        reachable: false,
        version: null,
        detail: 'http://127.0.0.1:1 cannot be reached (ECONNREFUSED).',
        advice: expect.stringContaining('Start PowerDNS'),
      });
    });

    it('fails to check whether a zone is served if DNS queries get no answer, and reports it to the operator', async () => {
      const deaf = create({ nameServer: { host: '127.0.0.1', port: 1 } });
      await deaf.putZone(zone);
      await expect(deaf.isServed(domain)).rejects.toMatchObject({ code: 'unreachable' });
      expect(await deaf.check()).toMatchObject({
        reachable: false,
        version: expect.any(String),
        detail: 'The API responds, but DNS queries to 127.0.0.1 port 1 are not answered.',
        advice: expect.stringContaining('HOSTLER_POWERDNS_NAMESERVER'),
      });
    });
  });
});
