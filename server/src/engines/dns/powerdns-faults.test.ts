import { connect } from 'node:net';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openPowerDns, type PowerDnsInstance } from '@hostler/testing/services/powerdns-instance.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHeld } from '#kernel/jobs/hold.ts';
import { LeaseLost } from '#kernel/jobs/queue.ts';
import type { DnsDriver, DnsZone } from './driver.ts';
import { createPowerDns } from './powerdns.ts';

/** More than the backlog of a server that accepts no connections. */
const CROWD = 600;

// Uses its own servers, so that they can be stopped. The server of the run only proves that one can run.
describeWithService('powerdns', 'a PowerDNS that fails', () => {
  let server: PowerDnsInstance;
  let driver: DnsDriver;
  /** With short timeouts, for a server that does not answer. */
  let impatient: DnsDriver;
  const zone: DnsZone = {
    domain: 'faults.test',
    nameservers: ['ns1.host.test'],
    records: [{ name: 'faults.test', type: 'A', ttl: 60, content: '192.0.2.1' }],
  };
  const changed: DnsZone = { ...zone, records: [{ name: 'faults.test', type: 'A', ttl: 60, content: '192.0.2.2' }] };

  beforeEach(async () => {
    server = await openPowerDns();
    const [host = '', port] = server.nameServer.split(':');
    const { url, key } = server;
    const access = { url, key, nameServer: { host, port: Number(port) } };
    driver = createPowerDns({ ...access, timeoutMs: 60_000 });
    impatient = createPowerDns({ ...access, timeoutMs: 1000 });
  });
  afterEach(() => server.close());

  it('is unreachable while it is stopped, and works again after a restart', async () => {
    await driver.putZone(zone);
    await server.stop();
    for (const operation of [
      () => driver.putZone(changed),
      () => driver.removeZone(zone.domain),
      () => driver.readZone(zone.domain),
      () => driver.isServed(zone.domain),
    ]) {
      await expect(operation()).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
    }
    expect(await driver.check()).toMatchObject({ reachable: false, advice: expect.stringContaining('Start PowerDNS') });
    await server.start();
    expect(await driver.readZone(zone.domain)).toEqual(zone);
    await driver.putZone(changed);
    expect(await driver.readZone(zone.domain)).toEqual(changed);
    expect(await driver.isServed(zone.domain)).toBe(true);
  });

  it('receives no change from a worker that lost its lease between read and write', async () => {
    await driver.putZone(zone);
    const isOurs = () => false;
    for (const work of [() => driver.putZone(changed), () => driver.removeZone(zone.domain)]) {
      await expect(runHeld(isOurs, work)).rejects.toThrow(LeaseLost);
    }
    expect(await driver.readZone(zone.domain)).toEqual(zone);
  });

  it('is reported as not answering in time while it accepts no connections', async () => {
    server.signal('SIGSTOP');
    const { hostname, port } = new URL(server.url);
    const crowd = Array.from({ length: CROWD }, () => connect(Number(port), hostname).on('error', () => {}));
    try {
      expect(await impatient.check()).toMatchObject({
        reachable: false,
        detail: `${server.url} did not answer in time.`,
      });
    } finally {
      for (const socket of crowd) socket.destroy();
    }
  });

  it('is unreachable while it hangs, and has no partial changes afterwards', async () => {
    await driver.putZone(zone);
    server.signal('SIGSTOP');
    await expect(impatient.putZone(changed)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(impatient.isServed(zone.domain)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await impatient.check()).toMatchObject({
      reachable: false,
      detail: `${server.url} did not answer in time.`,
    });
    server.signal('SIGCONT');
    await driver.putZone(changed);
    expect(await driver.readZone(zone.domain)).toEqual(changed);
    await driver.removeZone(zone.domain);
    expect(await driver.isServed(zone.domain)).toBe(false);
  });
});
