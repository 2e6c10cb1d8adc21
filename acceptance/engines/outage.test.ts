import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithService } from '../../testing/describe-with-service.ts';
import { openPowerDns, type PowerDnsInstance } from '../../testing/services/powerdns-instance.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

describeWithService('powerdns', 'an outage of PowerDNS', () => {
  let dns: PowerDnsInstance;
  let world: World;
  beforeAll(async () => {
    dns = await openPowerDns();
    world = await openWorld({
      settings: {
        HOSTLER_DNS_ENGINE: 'powerdns',
        HOSTLER_POWERDNS_URL: dns.url,
        HOSTLER_POWERDNS_KEY: dns.key,
        HOSTLER_POWERDNS_NAMESERVER: dns.nameServer,
        HOSTLER_NAMESERVERS: 'ns1.host.test,ns2.host.test',
      },
    });
  });
  afterAll(async () => {
    // Fails if the server logged an error.
    await world.close();
    await dns.close();
  });

  const linesOfOutage = () => world.server.process.log().filter(({ msg }) => msg?.startsWith('outage '));
  const countFailures = async () => {
    const text = await (await fetch(`${world.server.url}/metrics`)).text();
    const failed = text.matchAll(/^hostler_engine_calls_total\{.*engine="dns".*result="unreachable".*\} (\d+)$/gm);
    return [...failed].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('logs one line when it begins and one when it ends, however many attempts fail', async () => {
    await dns.stop();
    for (const domain of ['one.test', 'two.test', 'three.test']) {
      expect((await world.client.post('/domains', world.alpha.live, { domain })).status).toBe(201);
    }
    // Each of the three is retried at least twice.
    await until(async () => (await countFailures()) >= 9, { everyMs: 200 });
    expect(linesOfOutage()).toEqual([
      expect.objectContaining({ level: 40, engine: 'dns', reason: expect.any(String), msg: 'outage began' }),
    ]);
    await dns.start();
    const ended = await world.server.process.logged(({ msg }) => msg === 'outage ended');
    expect(ended).toMatchObject({ level: 30, engine: 'dns', failures: await countFailures() });
    const domains = await until(
      async () => {
        const found = await world.client.all('/domains', world.alpha.live);
        return found.every(({ dns_status }) => dns_status === 'ok') && found;
      },
      { everyMs: 200 },
    );
    expect(domains).toHaveLength(3);
    expect(linesOfOutage().filter(({ msg }) => msg !== 'outage continues')).toHaveLength(2);
    expect(world.server.process.stderr()).not.toContain('"stack"');
  });
});
