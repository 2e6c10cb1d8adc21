import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { startTestServer, type TestServer } from '../../testing/server/server.ts';
import { type PowerDnsAccess, parsePowerDnsUrl } from '../../testing/services/powerdns.ts';
import { callPowerDns, dig, openPowerDns, type PowerDnsInstance } from '../../testing/services/powerdns-instance.ts';

/** Starts Hostler with this PowerDNS and one customer. */
async function openHostler(access: PowerDnsAccess, changes: Record<string, string> = {}) {
  const server: TestServer = await startTestServer({
    env: {
      HOSTLER_DNS_ENGINE: 'powerdns',
      HOSTLER_POWERDNS_URL: access.url,
      HOSTLER_POWERDNS_KEY: access.key,
      HOSTLER_POWERDNS_NAMESERVER: access.nameServer,
      HOSTLER_NAMESERVERS: 'ns1.host.test,ns2.host.test',
      ...changes,
    },
  });
  const account = await server.createAccount();
  const key = account.live;
  const findAction = async (type: string, id: number) => {
    const { body } = await server.get(`/actions?search=${type}`, key);
    const action = body.data.find(({ resource }) => resource.id === id);
    if (!action) throw new Error(`there is no ${type} of ${id}`);
    return action;
  };
  return {
    ...server,
    account,
    findAction,
    add: async (domain: string, hosting_id: number | null = null) =>
      (await server.post('/domains', key, { domain, hosting_id })).body.data,
    remove: (id: number) => server.post(`/domains/remove?id=${id}`, key),
    replace: async (id: number, records: unknown) => {
      const { status, body } = await server.post('/domains/records', key, { id, records });
      expect(status, JSON.stringify(body)).toBe(202);
      return body.data;
    },
    records: async (id: number) => (await server.get(`/domains/records?id=${id}`, key)).body.data.records,
    until: (id: number, dnsStatus: string) =>
      server.until(`/domains/show?id=${id}`, key, ({ dns_status }) => dns_status === dnsStatus),
    endOf: async (id: number) => (await server.get(`/actions/show?id=${id}&wait=30`, key)).body.data,
    keepZones: () =>
      server.hostler.recurring.find(({ name }) => name === 'domains.keep-zones')?.run(server.clock.now()),
  };
}

type Hostler = Awaited<ReturnType<typeof openHostler>>;

const newName = () => `domains-${randomUUID().slice(0, 8)}.test`;

describeWithService('powerdns', 'domains on PowerDNS', (serviceUrl) => {
  const access = parsePowerDnsUrl(serviceUrl);

  describe('through the API', () => {
    let hostler: Hostler;
    beforeAll(async () => {
      hostler = await openHostler(access);
    });
    afterAll(() => hostler.stop());

    it('dig finds a new domain with the addresses of its VPS, then its new records, and nothing after its removal', async () => {
      const order = { account_id: hostler.account.id, hostname: 'vps.test' };
      const vps = await hostler.finish(hostler.operator.hosting.create(order));
      const domain = newName();
      expect(await dig(access, domain, 'A')).toEqual(['REFUSED']);
      const { id } = await hostler.add(domain, vps.id);
      expect(await hostler.until(id, 'ok')).toMatchObject({ status: 'active' });
      for (const name of [domain, `www.${domain}`]) {
        expect(await dig(access, name, 'A')).toEqual(vps.ipv4);
        expect(await dig(access, name, 'AAAA')).toEqual(vps.ipv6);
      }
      expect(await dig(access, domain, 'NS')).toEqual(['ns1.host.test.', 'ns2.host.test.']);

      const { action_id } = await hostler.replace(id, [
        { name: '@', type: 'MX', content: '10 mail' },
        { name: 'www', type: 'CNAME', content: 'shops.example.net' },
      ]);
      expect(await hostler.endOf(action_id)).toMatchObject({ status: 'succeeded' });
      expect(await dig(access, domain, 'MX')).toEqual([`10 mail.${domain}.`]);
      expect(await dig(access, `www.${domain}`, 'A')).toEqual(['shops.example.net.']);
      expect(await dig(access, domain, 'A')).toEqual(vps.ipv4);

      await hostler.finish(hostler.operator.hosting.terminate({ id: vps.id }));
      await hostler.keepZones();
      await hostler.until(id, 'ok');
      expect(await dig(access, domain, 'A')).toEqual(['NOERROR']);

      await hostler.remove(id);
      await hostler.endOf((await hostler.findAction('domain.remove', id)).id);
      expect(await dig(access, domain, 'MX')).toEqual(['REFUSED']);
    });

    it('PowerDNS accepts every type of record that the API accepts, unchanged', async () => {
      const domain = newName();
      const { id } = await hostler.add(domain);
      await hostler.until(id, 'ok');
      const { action_id } = await hostler.replace(id, [
        { name: '@', type: 'A', content: '192.0.2.1' },
        { name: '@', type: 'A', content: '192.0.2.2' },
        { name: '@', type: 'AAAA', content: '2001:DB8:0:0:0::1', ttl: 60 },
        { name: 'loop', type: 'AAAA', content: '::1' },
        { name: '*', type: 'CNAME', content: '@' },
        { name: 'Grün', type: 'CNAME', content: 'müller.de' },
        { name: 's1._domainkey', type: 'CNAME', content: 's1._domainkey.example.net' },
        { name: '@', type: 'MX', content: '0 .' },
        { name: 'mail', type: 'MX', content: '65535 mail' },
        { name: '_sip._tcp', type: 'SRV', content: '0 65535 5060 sip' },
        { name: '_none._udp.sub', type: 'SRV', content: '0 0 0 .' },
        { name: '@', type: 'CAA', content: '128 issuewild ";"' },
        { name: '@', type: 'CAA', content: '0 iodef mailto:a@example.com' },
        { name: '@', type: 'CAA', content: '0 issue "ca.example.net; policy=ev"' },
        { name: 'text', type: 'TXT', content: 'say "hi" \\o/ ; # ( ) $ @' },
        { name: 'text', type: 'TXT', content: '"one" "two"' },
        { name: 'text', type: 'TXT', content: '""' },
        { name: 'long', type: 'TXT', content: 'k'.repeat(2048), ttl: 604_800 },
      ]);
      expect(await hostler.endOf(action_id)).toMatchObject({ status: 'succeeded' });
      expect(await dig(access, `text.${domain}`, 'TXT')).toEqual(
        ['""', '"one" "two"', '"say \\"hi\\" \\\\o/ ; # ( ) $ @"'].sort(),
      );
      expect(await dig(access, `nothing.${domain}`, 'A')).toEqual([`192.0.2.1`, '192.0.2.2', `${domain}.`]);
      // Writing the same records is no change, so the serial stays.
      const soa = await dig(access, domain, 'SOA');
      await hostler.endOf((await hostler.replace(id, await hostler.records(id))).action_id);
      expect(await dig(access, domain, 'SOA')).toEqual(soa);
    });

    it('a zone of the operator is refused to customers until the operator assigns it to Hostler', async () => {
      const domain = newName();
      const zone = { name: `${domain}.`, kind: 'Native', nameservers: ['ns.operator.test.'] };
      await callPowerDns(access, 'POST', '/zones', zone);
      const { id } = await hostler.add(domain);
      expect(await hostler.until(id, 'error')).toMatchObject({ status: 'error' });
      expect(await hostler.findAction('domain.create', id)).toMatchObject({
        error: { code: 'ENGINE_CONFLICT', message: `The name ${domain} is in use on our name servers already.` },
      });
      const below = await hostler.add(`panel.${domain}`);
      expect(await hostler.until(below.id, 'error')).toMatchObject({ status: 'error' });
      await hostler.replace(id, [{ name: '@', type: 'TXT', content: 'moved in' }]);
      await hostler.until(id, 'error');
      expect(await dig(access, domain, 'NS')).toEqual(['ns.operator.test.']);

      await callPowerDns(access, 'PUT', `/zones/${domain}.`, { account: 'hostler', kind: 'Native' });
      await hostler.replace(id, await hostler.records(id));
      expect(await hostler.until(id, 'ok')).toMatchObject({ status: 'active' });
      expect(await dig(access, domain, 'TXT')).toEqual(['"moved in"']);
      expect(await dig(access, domain, 'NS')).toEqual(['ns1.host.test.', 'ns2.host.test.']);
    });

    it('removing a refused domain does not change the zone of the operator', async () => {
      const domain = newName();
      const zone = { name: `${domain}.`, kind: 'Native', nameservers: ['ns.operator.test.'] };
      await callPowerDns(access, 'POST', '/zones', zone);
      const { id } = await hostler.add(domain);
      await hostler.until(id, 'error');
      await hostler.remove(id);
      const { id: action } = await hostler.findAction('domain.remove', id);
      expect(await hostler.endOf(action)).toMatchObject({ status: 'succeeded' });
      expect(await dig(access, domain, 'NS')).toEqual(['ns.operator.test.']);
    });
  });

  describe('with a failing server', () => {
    let server: PowerDnsInstance;
    let hostler: Hostler;
    beforeAll(async () => {
      server = await openPowerDns();
    });
    afterAll(() => server.close());
    afterEach(() => hostler.stop());

    it('actions wait while it is stopped, the API still responds, and all are completed when it is back', async () => {
      hostler = await openHostler(server);
      const [kept, gone, late] = [newName(), newName(), newName()];
      const { id: keptId } = await hostler.add(kept);
      const { id: goneId } = await hostler.add(gone);
      await hostler.until(keptId, 'ok');
      await hostler.until(goneId, 'ok');
      await server.stop();

      const { id: lateId } = await hostler.add(late);
      const { action_id } = await hostler.replace(keptId, [{ name: '@', type: 'A', content: '192.0.2.5' }]);
      await hostler.remove(goneId);
      const removal = (await hostler.findAction('domain.remove', goneId)).id;
      for (const action of [action_id, removal, (await hostler.findAction('domain.create', lateId)).id]) {
        await hostler.untilPostponed(action);
      }
      await hostler.keepZones();
      expect(await hostler.until(keptId, 'pending')).toMatchObject({ status: 'active' });

      await server.start();
      await hostler.until(lateId, 'ok');
      expect(await hostler.endOf(action_id)).toMatchObject({ status: 'succeeded' });
      expect(await hostler.endOf(removal)).toMatchObject({ status: 'succeeded' });
      expect(await dig(server, kept, 'A')).toEqual(['192.0.2.5']);
      expect(await dig(server, gone, 'SOA')).toEqual(['REFUSED']);
      // PowerDNS holds exactly the zones of the database.
      const zones: { name: string }[] = await callPowerDns(server, 'GET', '/zones');
      expect(zones.map(({ name }) => name).sort()).toEqual([`${kept}.`, `${late}.`].sort());
    });

    it('a wrong key fails the action with a reason that has no internal details', async () => {
      hostler = await openHostler(server, { HOSTLER_POWERDNS_KEY: 'wrong-key' });
      const { id } = await hostler.add(newName());
      expect(await hostler.until(id, 'error')).toMatchObject({ status: 'error' });
      const { status, error } = await hostler.findAction('domain.create', id);
      expect(status).toBe('failed');
      expect(error).toEqual({
        code: 'ENGINE_REFUSED',
        message: 'The name server refused access. Please contact support.',
      });
    });

    it('a domain becomes ok only when the name server answers for its zone, and error when it stops', async () => {
      // DNS queries go to a secondary that has not transferred the zones yet.
      hostler = await openHostler(access, { HOSTLER_POWERDNS_NAMESERVER: server.nameServer });
      const domain = newName();
      const { id } = await hostler.add(domain);
      const { id: action } = await hostler.findAction('domain.create', id);
      await hostler.untilPostponed(action);
      expect(await hostler.until(id, 'pending')).toMatchObject({ status: 'pending' });
      const fetched = { name: `${domain}.`, kind: 'Native', nameservers: ['ns1.host.test.'] };
      await callPowerDns(server, 'POST', '/zones', fetched);
      await callPowerDns(server, 'PUT', `/cache/flush?domain=${domain}.`);
      expect(await hostler.endOf(action)).toMatchObject({ status: 'succeeded' });
      expect(await hostler.until(id, 'ok')).toMatchObject({ status: 'active' });

      await callPowerDns(server, 'DELETE', `/zones/${domain}.`);
      await hostler.keepZones();
      expect(await hostler.until(id, 'error')).toMatchObject({ status: 'active' });
      await callPowerDns(server, 'POST', '/zones', fetched);
      await callPowerDns(server, 'PUT', `/cache/flush?domain=${domain}.`);
      await hostler.keepZones();
      await hostler.until(id, 'ok');
    });
  });
});
