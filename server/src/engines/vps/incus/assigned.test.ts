import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VpsAddress, VpsAddresses, VpsDriver } from '../driver.ts';
import { createIncusVps } from './incus.ts';
import type { Settings } from './wire.ts';

const IPV4 = { 'ipv4.address': '10.121.0.1/24', 'ipv4.nat': 'false', 'ipv4.dhcp.ranges': '10.121.0.200-10.121.0.250' };
const NO_IPV6 = { 'ipv6.address': 'none' };
const IPV6 = {
  ...{ 'ipv6.address': 'fd42:121::1/64', 'ipv6.nat': 'false', 'ipv6.dhcp.stateful': 'true' },
  'ipv6.dhcp.ranges': 'fd42:121::1000-fd42:121::1fff',
};

const ipv4 = (host: number) => ({ address: `10.121.0.${host}`, prefix: 24, gateway: '10.121.0.1' });
const ipv6 = (host: number) => ({ address: `fd42:121::${host}`, prefix: 64, gateway: 'fd42:121::1' });

describeWithService('lxd', 'addresses that a machine on LXD is created with', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let network: string;
  const global = { project: null };

  beforeEach(() => {
    engine = openEngine(url);
    network = `net${randomUUID().slice(0, 8)}`;
  });
  afterEach(async () => {
    await engine.removeProject();
    await engine.client.call('DELETE', `/1.0/profiles/${engine.project}`, global);
    await engine.client.call('DELETE', `/1.0/networks/${network}`, global);
  });

  async function open(config: Settings): Promise<void> {
    await engine.client.call('POST', '/1.0/networks', { ...global, body: { name: network, type: 'bridge', config } });
    const eth0 = { type: 'nic', name: 'eth0', network };
    const devices = { root: { type: 'disk', path: '/', pool: 'default' }, eth0 };
    await engine.client.call('POST', '/1.0/profiles', { ...global, body: { name: engine.project, devices } });
    const { project } = engine;
    // The image has no client for DHCPv6, so its IPv6 address must not be awaited.
    driver = createIncusVps({ ...unpacked, url, project, profile: project, addressSeconds: 600 });
  }

  async function create(addresses: VpsAddresses) {
    const spec = { ...makeSpec(), addresses };
    return { spec, state: await driver.create(spec) };
  }

  async function run(name: string, script: string): Promise<boolean> {
    const { exitCode } = await driver.execute(name, ['sh', '-c', script], { timeoutMs: 30_000 });
    return exitCode === 0;
  }

  /** A machine that has just booted gets its address a moment later, and a new IPv6 address is checked first. */
  const ping = (name: string, target: string, from?: string) => {
    const once = `ping -c 1 -W 1 ${from ? `-I ${from} ` : ''}${target}`;
    return run(name, `for try in 1 2 3 4 5 6 7 8; do ${once} && exit 0; sleep 0.5; done; exit 1`);
  };
  const pingInVain = (name: string, target: string, from?: string) =>
    run(name, `ping -c 2 -W 1 ${from ? `-I ${from} ` : ''}${target}`);

  /** Sets an extra address up with the commands that the panel shows. */
  function setUp(name: string, { address, gateway }: VpsAddress, table: number): Promise<boolean> {
    const [ip, bits] = address.includes(':') ? ['ip -6', 128] : ['ip', 32];
    const commands = [
      'ip link set eth1 up',
      `${ip} address add ${address}/${bits} dev eth1`,
      `${ip} route add ${gateway}/${bits} dev eth1 table ${table}`,
      `${ip} route add default via ${gateway} dev eth1 table ${table}`,
      `${ip} rule add from ${address} table ${table}`,
    ];
    return run(name, commands.join(' && '));
  }

  it('are the only ones it can use: it gets no answer with those of its neighbour, nor with another MAC', async () => {
    await open({ ...IPV4, ...NO_IPV6 });
    const [a, b] = [await create({ ipv4: ipv4(10) }), await create({ ipv4: ipv4(11) })];
    expect([a.state.ipv4, b.state.ipv4]).toEqual([['10.121.0.10'], ['10.121.0.11']]);
    const { name } = a.spec;
    expect([await ping(name, '10.121.0.1'), await ping(name, '10.121.0.11')]).toEqual([true, true]);
    await driver.stop(b.spec.name, { force: true });
    // The address of the stopped neighbour, and one that nobody has.
    for (const stolen of ['10.121.0.11', '10.121.0.77']) {
      expect(await run(name, `ip address add ${stolen}/24 dev eth0`)).toBe(true);
      expect(await pingInVain(name, '10.121.0.1', stolen)).toBe(false);
    }
    expect(await driver.inspect(name)).toMatchObject({ ipv4: ['10.121.0.10'] });
    expect(await ping(name, '10.121.0.1', '10.121.0.10')).toBe(true);
    // The running neighbour keeps its traffic.
    await driver.start(b.spec.name);
    expect(await ping(b.spec.name, '10.121.0.1')).toBe(true);
    expect(await run(name, 'ip link set eth0 down && ip link set eth0 address 00:16:3e:00:00:77')).toBe(true);
    expect(await run(name, 'ip link set eth0 up && ip address replace 10.121.0.10/24 dev eth0')).toBe(true);
    expect(await pingInVain(name, '10.121.0.1')).toBe(false);
  });

  it('stay the same through a restart, a resize and a restore, next to which other machines boot', async () => {
    await open({ ...IPV4, ...NO_IPV6 });
    const [a, b] = [await create({ ipv4: ipv4(10) }), await create({ ipv4: ipv4(11) })];
    const { name } = a.spec;
    expect(await driver.restart(name, { force: true })).toMatchObject({ ipv4: ['10.121.0.10'] });
    await driver.resize(name, { vcpus: 1, memoryMb: 128, diskGb: 2, bounds: { networkMbps: 100 } });
    const archive = await buffer(await driver.export(name));
    // A restore renames a machine, and LXD then writes the addresses of all machines again.
    const spec = { ...a.spec, memoryMb: 128 };
    expect(await driver.import(spec, Readable.from([archive]))).toMatchObject({ ipv4: ['10.121.0.10'] });
    await driver.start(name);
    const { eth0 } = (await engine.inspect(name)).devices;
    expect(eth0).toMatchObject({ 'ipv4.address': '10.121.0.10', 'security.ipv4_filtering': 'true' });
    expect(await ping(name, '10.121.0.1')).toBe(true);
    expect(await run(name, 'ip address add 10.121.0.11/24 dev eth0')).toBe(true);
    expect(await pingInVain(name, '10.121.0.1', '10.121.0.11')).toBe(false);
    expect(await driver.restart(b.spec.name, { force: true })).toMatchObject({ ipv4: ['10.121.0.11'] });
    expect(await ping(b.spec.name, '10.121.0.1')).toBe(true);
    expect((await create({ ipv4: ipv4(12) })).state).toMatchObject({ status: 'running', ipv4: ['10.121.0.12'] });
    // A machine that is gone comes back with its addresses.
    await driver.destroy(name);
    await driver.import(spec, Readable.from([archive]));
    expect(await driver.start(name)).toMatchObject({ status: 'running', ipv4: ['10.121.0.10'] });
  });

  it('are refused to a restored machine if another one has got them meanwhile', async () => {
    await open({ ...IPV4, ...NO_IPV6 });
    const { spec } = await create({ ipv4: ipv4(10) });
    const archive = await buffer(await driver.export(spec.name));
    await driver.destroy(spec.name);
    const other = await create({ ipv4: ipv4(10) });
    await expect(driver.import(spec, Readable.from([archive]))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('another server has its address 10.121.0.10'),
    });
    expect(await engine.listNames()).toEqual([other.spec.name]);
    expect(await driver.restart(other.spec.name, { force: true })).toMatchObject({ ipv4: ['10.121.0.10'] });
  });

  it('can be of both families, next to a machine with IPv4 only', async ({ skip }) => {
    skip(!existsSync('/proc/net/if_inet6'), 'the kernel has no IPv6');
    await open({ ...IPV4, ...IPV6 });
    const both = await create({ ipv4: ipv4(10), ipv6: ipv6(10) });
    const only = await create({ ipv4: ipv4(11) });
    expect(both.state).toMatchObject({ ipv4: ['10.121.0.10'], ipv6: ['fd42:121::10'] });
    const { name } = both.spec;
    const use = async (address: string) => {
      expect(await run(name, `ip -6 address add ${address}/64 dev eth0`)).toBe(true);
      return ping(name, 'fd42:121::1', address);
    };
    expect([await use('fd42:121::10'), await use('fd42:121::99')]).toEqual([true, false]);
    const archive = await buffer(await driver.export(name));
    await driver.import(both.spec, Readable.from([archive]));
    expect(await driver.start(name)).toMatchObject({ ipv4: ['10.121.0.10'], ipv6: ['fd42:121::10'] });
    expect([await use('fd42:121::10'), await use('fd42:121::99')]).toEqual([true, false]);
    expect(await driver.restart(only.spec.name, { force: true })).toMatchObject({ ipv4: ['10.121.0.11'] });
    expect(await ping(only.spec.name, '10.121.0.1')).toBe(true);
  });

  it('can be joined by extra ones, each on a NIC that permits only this one', async () => {
    await open({ ...IPV4, ...NO_IPV6, 'dns.mode': 'none' });
    const [a, b] = [await create({ ipv4: ipv4(10) }), await create({ ipv4: ipv4(11) })];
    const { name } = a.spec;
    const extras = async () =>
      Object.keys((await engine.inspect(name)).devices).filter((one) => one.startsWith('extra'));
    const use = async (address: string) => {
      expect(await run(name, `ip link set eth1 up && ip address flush dev eth1`)).toBe(true);
      expect(await run(name, `ip address add ${address}/24 dev eth1`)).toBe(true);
      return ping(name, '10.121.0.1', 'eth1');
    };
    await driver.setExtraAddresses(name, [ipv4(20)]);
    await driver.setExtraAddresses(name, [ipv4(20)]);
    expect(await extras()).toEqual(['extra-10-121-0-20']);
    expect(await setUp(name, ipv4(20), 276)).toBe(true);
    expect([
      await ping(name, '10.121.0.1', '10.121.0.20'),
      await ping(b.spec.name, '10.121.0.20'),
      await ping(name, '10.121.0.1', '10.121.0.10'),
      await ping(name, '10.121.0.11'),
    ]).toEqual([true, true, true, true]);
    expect([await use('10.121.0.20'), await use('10.121.0.11'), await use('10.121.0.10')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await ping(name, '10.121.0.1', 'eth0')).toBe(true);
    expect(await driver.restart(name, { force: true })).toMatchObject({ ipv4: ['10.121.0.10'] });
    expect(await use('10.121.0.20')).toBe(true);
    await driver.rebuild(a.spec, { token: randomUUID() });
    expect(await extras()).toEqual(['extra-10-121-0-20']);
    expect(await use('10.121.0.20')).toBe(true);
    // A restored backup does not bring back an address that another machine may have by now.
    const archive = await buffer(await driver.export(name));
    await driver.setExtraAddresses(name, []);
    expect(await extras()).toEqual([]);
    await driver.setExtraAddresses(b.spec.name, [ipv4(20)]);
    await driver.import(a.spec, Readable.from([archive]));
    expect(await driver.start(name)).toMatchObject({ status: 'running', ipv4: ['10.121.0.10'] });
    expect(await extras()).toEqual([]);
    const refused = driver.setExtraAddresses(name, [ipv4(201)]);
    await expect(refused).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('by DHCP') });
  });

  it('can be joined by an extra IPv6 address, on a NIC that permits no other address and no IPv4', async ({ skip }) => {
    skip(!existsSync('/proc/net/if_inet6'), 'the kernel has no IPv6');
    await open({ ...IPV4, ...IPV6, 'dns.mode': 'none' });
    const [a, b] = [await create({ ipv4: ipv4(10), ipv6: ipv6(10) }), await create({ ipv4: ipv4(11), ipv6: ipv6(11) })];
    const { name } = a.spec;
    for (const wanted of [[ipv6(20)], [ipv6(20), ipv4(20)], [ipv6(20)]]) await driver.setExtraAddresses(name, wanted);
    const { devices } = await engine.inspect(name);
    expect(Object.keys(devices).filter((one) => one.startsWith('extra'))).toEqual(['extra-fd42-121-0-0-0-0-0-20']);
    expect(devices['extra-fd42-121-0-0-0-0-0-20']).toMatchObject({
      'ipv6.address': 'fd42:121::20',
      'ipv4.address': 'none',
    });
    expect(await setUp(name, ipv6(20), 288)).toBe(true);
    expect(await ping(name, 'fd42:121::1', 'fd42:121::20')).toBe(true);
    const use = async (address: string) => {
      const [family, prefix] = address.includes(':') ? ['-6', 64] : ['-4', 24];
      expect(await run(name, `ip link set eth1 up && ip ${family} address flush dev eth1 scope global`)).toBe(true);
      expect(await run(name, `ip ${family} address add ${address}/${prefix} dev eth1`)).toBe(true);
      return ping(name, family === '-6' ? 'fd42:121::1' : '10.121.0.1', 'eth1');
    };
    // Its own, a free one, and IPv4.
    const results: boolean[] = [];
    for (const address of ['fd42:121::20', 'fd42:121::99', '10.121.0.200']) results.push(await use(address));
    expect(results).toEqual([true, false, false]);
    expect(await driver.restart(name, { force: true })).toMatchObject({
      ipv4: ['10.121.0.10'],
      ipv6: ['fd42:121::10'],
    });
    expect([await use('fd42:121::20'), await use('fd42:121::11')]).toEqual([true, false]);
    await driver.setExtraAddresses(name, []);
    await driver.setExtraAddresses(b.spec.name, [ipv6(20)]);
    expect(await driver.inspect(b.spec.name)).toMatchObject({ ipv6: ['fd42:121::11'] });
  });

  it('are refused if the network cannot give them, with the setting to change', async () => {
    await open({ 'ipv4.address': '10.121.0.1/24', 'ipv4.nat': 'false', 'ipv6.address': 'fd42:121::1/64' });
    const check = (addresses: VpsAddresses) => driver.checkAddresses(addresses);
    expect(await check({ ipv4: ipv4(10) })).toMatch(/Set ipv4\.dhcp\.ranges/);
    expect(await check({ ipv6: ipv6(10) })).toMatch(/Set ipv6\.dhcp\.stateful=true/);
    expect(await check({ ipv4: { ...ipv4(10), address: '10.122.0.10' } })).toMatch(/does not contain 10\.122\.0\.10/);
    expect(await check({ ipv4: { ...ipv4(10), gateway: '10.121.0.2' } })).toMatch(
      /tells servers the gateway 10\.121\.0\.1/,
    );
    const config = { ...IPV4, ...IPV6 };
    await engine.client.call('PATCH', `/1.0/networks/${network}`, { ...global, body: { config } });
    expect(await check({ ipv4: ipv4(10), ipv6: ipv6(10) })).toBeUndefined();
    expect(await check({ ipv4: ipv4(201) })).toMatch(/gives 10\.121\.0\.201 by DHCP/);
    const refused = driver.create({ ...makeSpec(), addresses: { ipv4: ipv4(201) } });
    await expect(refused).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('by DHCP') });
    await expect(driver.create(makeSpec(), { node: 'elsewhere' })).rejects.toMatchObject({ code: 'unreachable' });
  });
});
