import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { eventually, until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import type { VpsDriver } from '../driver.ts';
import { createIncusVps } from './incus.ts';
import type { InstanceState } from './wire.ts';

const processes = 60;
/** Far above the limit, and few enough to be harmless without one. */
const mostForks = 600;

describeWithService('lxd', 'a hostile machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;

  beforeEach(() => {
    engine = openEngine(url);
    driver = createIncusVps({ url, project: engine.project });
  });
  afterEach(() => engine.removeProject());

  async function make(bounds = {}): Promise<{ name: string; ipv4: string; hwaddr: string }> {
    const { name, ipv4 } = await driver.create({ ...makeSpec(), bounds });
    const { config } = await engine.inspect(name);
    return { name, ipv4: ipv4[0] ?? '', hwaddr: config['volatile.eth0.hwaddr'] ?? '' };
  }

  const shell = (name: string, script: string) => engine.run(name, 'sh', '-c', script);

  it('stops at its process limit if it forks endlessly, and does not affect the host or other machines', async () => {
    const [bomb, neighbour] = [await make({ processes }), await make()];
    await shell(
      bomb.name,
      `echo 0 >/root/forks; n=0; while [ $n -lt ${mostForks} ]; do sleep 100 & n=$((n + 1)); echo $n >/root/forks; done`,
    );
    const forks = Number(await engine.readFile(bomb.name, '/root/forks'));
    expect(forks).toBeGreaterThan(processes / 2);
    expect(forks).toBeLessThan(processes);
    const path = `/1.0/instances/${bomb.name}/state`;
    const { metadata } = await engine.client.call<InstanceState & { processes: number }>('GET', path);
    expect(metadata.processes).toBeLessThanOrEqual(processes);

    await promisify(execFile)('true');
    await shell(neighbour.name, 'sleep 0 & wait && echo fine >/root/answer');
    expect(await engine.readFile(neighbour.name, '/root/answer')).toBe('fine\n');
    expect((await driver.restart(bomb.name, { force: true })).status).toBe('running');
  });

  it('receives nothing if it takes the IP address or the hardware address of another machine', async (context) => {
    const [thief, victim, caller] = [await make(), await make(), await make()];
    await skipWithoutFilters(context, thief.name);
    for (const { name } of [thief, victim]) await serve(name);
    // The service is reachable, and the thief is reachable at its own address.
    for (const { name, ipv4 } of [victim, thief]) {
      await eventually(async () => expect(await call(caller.name, ipv4)).toBe(name));
    }

    await shell(victim.name, 'ip link set eth0 down');
    await shell(thief.name, `ip address add ${victim.ipv4}/20 dev eth0`);
    expect(await call(caller.name, victim.ipv4)).toBe('');
    await steal(thief.name, victim);
    expect(await call(caller.name, victim.ipv4)).toBe('');

    // The same works without filters, so the filters prevent it.
    await open(thief.name);
    await steal(thief.name, victim);
    await eventually(async () => expect(await call(caller.name, victim.ipv4)).toBe(thief.name));
  });

  it('cannot send link-local IPv6 packets, and so cannot pose as a router', async (context) => {
    const [liar, neighbour] = [await make(), await make()];
    await skipWithoutFilters(context, liar.name);
    const address = await until(async () => {
      const { state } = await engine.inspect(neighbour.name);
      return state?.network?.eth0?.addresses?.find(({ scope }) => scope === 'link')?.address;
    });
    expect(address).toMatch(/^fe80::/);
    expect(await reaches(liar.name, address)).toBe(false);
    for (const { name } of [liar, neighbour]) await open(name);
    await eventually(async () => expect(await reaches(liar.name, address)).toBe(true));
  });

  /** Skips with the reason that the operator sees. */
  async function skipWithoutFilters({ skip }: TestContext, name: string): Promise<void> {
    const { config } = await engine.inspect(name);
    if (!config['user.hostler.without']?.includes('filters')) return;
    skip((await driver.check()).gaps?.find((gap) => gap.includes('filtered')) ?? 'the host cannot filter');
  }

  /** Removes the filters. */
  async function open(name: string): Promise<void> {
    const { devices } = await engine.inspect(name);
    const left = Object.entries(devices.eth0 ?? {}).filter(([key]) => !/filtering|^ipv6/.test(key));
    await engine.patch(name, { devices: { eth0: Object.fromEntries(left) } });
  }

  /** Answers with its name. */
  const serve = (name: string) => shell(name, `(nc -ll -p 7000 -e echo ${name} </dev/null >/dev/null 2>&1 &)`);

  async function call(from: string, address: string): Promise<string> {
    await shell(
      from,
      `ip neigh flush dev eth0; timeout 2 nc ${address} 7000 </dev/null >/root/heard 2>/dev/null; true`,
    );
    return ((await engine.readFile(from, '/root/heard')) ?? '').trim();
  }

  async function steal(name: string, { ipv4, hwaddr }: { ipv4: string; hwaddr: string }): Promise<void> {
    await shell(name, `ip link set eth0 down; ip link set eth0 address ${hwaddr}; ip link set eth0 up`);
    await shell(name, `ip address replace ${ipv4}/20 dev eth0`);
  }

  async function reaches(name: string, address: string): Promise<boolean> {
    await shell(name, `ping6 -c 1 -W 2 -I eth0 ${address} >/dev/null 2>&1; echo $? >/root/reached`);
    return (await engine.readFile(name, '/root/reached'))?.trim() === '0';
  }
});
