import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server/server.ts';
import { callPowerDns, dig, openPowerDns, type PowerDnsInstance } from '../../testing/services/powerdns-instance.ts';
import { eventually } from '../../testing/until.ts';

const ZONE4 = '100.51.198.in-addr.arpa';
const ZONE6 = '0.0.0.0.7.2.0.0.8.b.d.0.1.0.0.2.ip6.arpa';
const RETRY = 'hosting.retry-reverse-resets';

describeWithService('powerdns', 'reverse names on PowerDNS', () => {
  /** Its own: other tests may not change the zones of these networks. */
  let powerDns: PowerDnsInstance;
  let server: TestServer;
  let account: TestAccount;

  beforeAll(async () => {
    powerDns = await openPowerDns();
    server = await startTestServer({
      byHand: [RETRY],
      env: {
        HOSTLER_DNS_ENGINE: 'powerdns',
        HOSTLER_POWERDNS_URL: powerDns.url,
        HOSTLER_POWERDNS_KEY: powerDns.key,
        HOSTLER_POWERDNS_NAMESERVER: powerDns.nameServer,
        HOSTLER_NAMESERVERS: 'ns1.host.test,ns2.host.test',
        HOSTLER_DNS_RESOLVERS: powerDns.nameServer,
      },
    });
    account = await server.createAccount();
    for (const [network, gateway] of [
      ['198.51.100.0/29', '198.51.100.1'],
      ['2001:db8:27::/64', '2001:db8:27::1'],
    ] as const) {
      await server.run('address pool create', '--network', network, '--gateway', gateway);
    }
  });
  afterAll(async () => {
    await server.stop();
    await powerDns.close();
  });

  /** Creates a server with a domain that resolves to it. */
  async function create(domain: string) {
    const wanted = { account_id: account.id, hostname: domain };
    const { id, ipv4, ipv6 } = await server.finish(server.operator.hosting.create(wanted));
    const { body } = await server.post('/domains', account.live, { domain, hosting_id: id });
    await server.until(`/domains/show?id=${body.data.id}`, account.live, ({ dns_status }) => dns_status === 'ok');
    return { id, ipv4: ipv4[0] ?? '', ipv6: ipv6[0] ?? '' };
  }
  const set = (id: number, address: string, name: string | null) =>
    server.post('/hosting/addresses/reverse', account.live, { id, address, name });
  const setAndWait = async (id: number, address: string, name: string | null) => {
    const { status, body } = await set(id, address, name);
    expect(status, JSON.stringify(body)).toBe(202);
    return server.endOf(body.data.action_id, account.live);
  };
  const digReverse = (address: string) => dig(powerDns, toReverse(address), 'PTR');
  it('are found by dig for both families, refused if the name resolves elsewhere, and reset at release', async () => {
    const [web, other] = [await create('web.test'), await create('other.test')];
    for (const [address, zone] of [
      [web.ipv4, ZONE4],
      [web.ipv6, ZONE6],
    ] as const) {
      expect(await digReverse(address)).toEqual(['REFUSED']);
      expect(await setAndWait(web.id, address, 'www.web.test')).toMatchObject({ status: 'succeeded' });
      expect(await digReverse(address)).toEqual(['www.web.test.']);
      expect(await dig(powerDns, zone, 'NS')).toEqual(['ns1.host.test.', 'ns2.host.test.']);
    }
    expect(await setAndWait(other.id, other.ipv4, 'other.test')).toMatchObject({ status: 'succeeded' });

    const elsewhere = await set(web.id, web.ipv4, 'other.test');
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.error.details?.[0]?.message).toContain(`resolves to ${other.ipv4}`);
    // PowerDNS has no zone of this name, so nothing is known about it.
    expect((await set(web.id, web.ipv4, 'www.unknown.test')).status).toBe(409);
    expect((await set(web.id, web.ipv4, 'missing.web.test')).status).toBe(422);
    expect(await digReverse(web.ipv4)).toEqual(['www.web.test.']);

    await server.finish(server.operator.hosting.terminate({ id: web.id }));
    await eventually(async () => {
      expect([await digReverse(web.ipv4), await digReverse(web.ipv6)]).toEqual([['NXDOMAIN'], ['NXDOMAIN']]);
    });
    expect(await digReverse(other.ipv4)).toEqual(['other.test.']);
    expect(await setAndWait(other.id, other.ipv4, null)).toMatchObject({ status: 'succeeded' });
    expect(await digReverse(other.ipv4)).toEqual(['NXDOMAIN']);
  });

  it('are removed at release from a zone that the operator took over, and its other names stay', async () => {
    const [late, other] = [await create('late.test'), await create('stays.test')];
    expect(await setAndWait(late.id, late.ipv4, 'late.test')).toMatchObject({ status: 'succeeded' });
    expect(await setAndWait(other.id, other.ipv4, 'stays.test')).toMatchObject({ status: 'succeeded' });
    const own = (owner: string) =>
      callPowerDns(powerDns, 'PUT', `/zones/${ZONE4}.`, { account: owner, kind: 'Native' });
    await own('operator');
    await server.finish(server.operator.hosting.terminate({ id: late.id }));
    await eventually(async () => expect(await digReverse(late.ipv4)).toEqual(['NXDOMAIN']));
    expect(await digReverse(other.ipv4)).toEqual(['stays.test.']);
    await own('hostler');
  });
});

function toReverse(address: string): string {
  if (!address.includes(':')) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const digits = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].toReversed().join('.')}.ip6.arpa`;
}
