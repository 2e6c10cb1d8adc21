import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { type PrivateEngine, startPrivateEngine } from '@hostler/testing/engines/private-lxd.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReading, type Tally } from '#modules/resources/hosting/metrics/tally.ts';
import type { VpsDriver, VpsSpec } from '../driver.ts';

const PINGS = 100;
const PING_BYTES = 1_400;
const timeoutMs = 100_000;

describeWithService('lxd', 'the traffic of a container on LXD', (beside) => {
  /** A private engine, because it is restarted. */
  let host: PrivateEngine;
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;
  let tally: Tally | undefined;

  beforeAll(async () => {
    host = await startPrivateEngine(beside);
    ({ engine, driver, spec } = openProject(host.url));
    await driver.create(spec);
  });
  afterAll(() => host.close());

  const shell = async (script: string) => {
    const done = await driver.execute(spec.name, ['sh', '-c', script], { timeoutMs });
    if (done.exitCode !== 0) throw new Error(`${script}: ${done.stdout}${done.stderr}`);
    return done.stdout.trim();
  };
  /** Sends packets to the bridge. */
  async function send(): Promise<void> {
    await until(async () => (await shell('ip route | grep -c default || true')) !== '0');
    const gateway = await shell("ip route | awk '/default/ { print $3 }'");
    await shell(`ping -q -c ${PINGS} -i 0.01 -s ${PING_BYTES} ${gateway} >/dev/null`);
  }
  /**
   * Uses so much CPU time that the next boot has less: that is how a boot between two readings shows. Counts steps, not
   * seconds: on a busy machine, a process has little CPU time in a second.
   */
  const work = () => shell('i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done');
  /** Reads the machine like the worker and returns the bytes sent since the first reading. */
  async function read(): Promise<number> {
    const sample = (await driver.sample()).find(({ name }) => name === spec.name);
    if (!sample) throw new Error('There is no reading.');
    tally = addReading(tally, sample, spec.vcpus) ?? tally;
    return (tally?.totals.networkOutBytes ?? 0) - first;
  }
  let first = 0;
  const onCard = async () => Number(await shell('cat /sys/class/net/eth0/statistics/tx_bytes'));

  it('is counted from real packets, across a restart of the machine and of LXD, and only on its own NIC', async () => {
    await read();
    first = tally?.totals.networkOutBytes ?? 0;
    const sent = PINGS * PING_BYTES;
    await send();
    // A bridge inside carries the same bytes again.
    await shell('ip link add inside0 type bridge 2>/dev/null; ip link set inside0 up 2>/dev/null; true');
    const once = await read();
    expect(once).toBeGreaterThanOrEqual(sent);
    expect(once).toBeLessThan(1.3 * sent);
    expect(tally?.last.networkOutBytes).toBeLessThanOrEqual(await onCard());
    await work();
    await read();

    await driver.restart(spec.name);
    await send();
    const twice = await read();
    expect(twice - once).toBeGreaterThanOrEqual(sent);
    expect(twice - once).toBeLessThan(1.3 * sent);
    await work();
    await read();

    await host.crash();
    await host.comeBack();
    await driver.start(spec.name);
    await send();
    const thrice = await read();
    expect(thrice - twice).toBeGreaterThanOrEqual(sent);
    expect(thrice - twice).toBeLessThan(1.3 * sent);
  });

  it('is throttled on its NIC without a reboot, and back to normal', async () => {
    const { config, state } = await engine.inspect(spec.name);
    const size = { vcpus: spec.vcpus, memoryMb: spec.memoryMb, diskGb: spec.diskGb };
    await driver.resize(spec.name, { ...size, bounds: { networkMbps: 10 } });
    const throttled = await engine.inspect(spec.name);
    const cannot = throttled.config['user.hostler.without'] ?? config['user.hostler.without'] ?? '';
    const limit = cannot.includes('network') ? undefined : '10Mbit';
    expect([throttled.devices.eth0?.['limits.egress'], throttled.state?.pid]).toEqual([limit, state?.pid]);
    await driver.resize(spec.name, size);
    expect((await engine.inspect(spec.name)).devices.eth0?.['limits.egress']).toBeUndefined();
  });
});
