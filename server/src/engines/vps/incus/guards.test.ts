import { randomUUID } from 'node:crypto';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../driver.ts';
import { filterCard } from './cards.ts';
import { ApiError } from './errors.ts';
import { findCulprit } from './guards.ts';
import { createIncusVps } from './incus.ts';

const filters = ['security.mac_filtering', 'security.ipv4_filtering', 'security.ipv6_filtering'];

describe('the filters of a network card', () => {
  const names = (config: Record<string, string>, type = 'bridge', managed = true) =>
    Object.keys(filterCard({ managed, type, config }));
  const ipv4 = { 'ipv4.address': '10.0.0.1/24' };

  it.each<[string, string[], string[]]>([
    ['assigns IPv4 addresses and disables IPv6', names({ ...ipv4, 'ipv6.address': 'none' }), filters],
    ['does not show its settings', names({}), filters],
    ['has an external interface', names({ ...ipv4, 'bridge.external_interfaces': 'eth1' }), filters.slice(0, 2)],
    ['assigns no addresses', names({ 'ipv4.address': 'none', 'ipv6.address': 'none' }), filters.slice(0, 1)],
    ['has DHCP disabled', names({ ...ipv4, 'ipv4.dhcp': 'false' }), filters.slice(0, 1)],
    ['the engine does not manage', names(ipv4, 'bridge', false), []],
    ['filters by itself', names(ipv4, 'ovn'), []],
  ])('are chosen for a network that %s', (_what, found, expected) => expect(found).toEqual(expected));
});

describe('the guard that a host does not support', () => {
  const machine = {
    config: { 'limits.processes': '512', 'security.idmap.isolated': 'true' },
    devices: { eth0: { 'security.mac_filtering': 'true', 'limits.egress': '1Mbit' }, root: { 'limits.read': '9iops' } },
  };

  it.each([
    ['Failed to create ingress tc filter: Failed to run: tc filter add dev veth1', 'network'],
    ['Failed initialising instance: Not enough uid/gid available for the container', 'idmap'],
    ['Failed adding mac filter: Failed to run: ebtables --concurrent -t filter -A INPUT', 'filters'],
    ['Failed to run: nft -f -: exit status 1', 'filters'],
    ['Cannot apply disk limits as the "blkio" cgroup controller is missing', 'disk'],
    ['Failed to run: lxd forkstart vps-1: exit status 1', undefined],
  ])('is recognised by "%s"', (message, culprit) => {
    expect(findCulprit(new ApiError(undefined, message), machine)).toBe(culprit);
    expect(findCulprit(new ApiError(undefined, message), { config: {}, devices: {} })).toBeUndefined();
  });
});

describeWithService('lxd', 'the guards of a machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;

  beforeEach(() => {
    ({ engine, driver, spec } = openProject(url));
  });
  afterEach(() => engine.removeProject());

  /** A machine that the engine is busy with is left to the next call. */
  const tightenOne = () =>
    until(async () => {
      const names = await driver.tighten();
      return names.length > 0 && names;
    });

  const guarded = {
    'limits.processes': '512',
    'limits.memory.swap': 'false',
    'security.nesting': 'false',
    'security.privileged': 'false',
  };

  it('are all set at creation, with an isolated id map', async () => {
    const other = makeSpec();
    await driver.create(spec);
    await driver.create({ ...other, memoryMb: 1024, bounds: { nesting: true, diskIops: 700 } });
    const [first, second] = [await engine.inspect(spec.name), await engine.inspect(other.name)];
    expect(first.config).toMatchObject({ ...guarded, 'security.idmap.isolated': 'true' });
    expect(second.config).toMatchObject({ ...guarded, 'limits.processes': '1024', 'security.nesting': 'true' });
    expect(second.devices.root).toMatchObject({ 'limits.read': '700iops', 'limits.write': '700iops' });
    expect(first.config['volatile.idmap.base']).not.toBe(second.config['volatile.idmap.base']);
    for (const filter of filters) expect(first.devices.eth0).toHaveProperty([filter], 'true');
  });

  it('are all set at adoption, and a machine with access to its host is refused', async () => {
    const foreign = `foreign-${spec.name}`;
    await engine.makeProject();
    await engine.makeForeign(foreign);
    await engine.patch(foreign, {
      config: { 'security.privileged': 'true', 'security.nesting': 'true', 'raw.lxc': 'lxc.log.level = 1' },
      devices: { host: { type: 'disk', source: '/etc', path: '/host' } },
    });
    await expect(driver.adopt(foreign, spec.name)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/raw\.lxc, the device host/),
    });
    const { architecture, profiles, devices, config } = await engine.inspect(foreign);
    const { 'raw.lxc': _raw, ...settings } = config;
    const { host: _host, ...others } = devices;
    const body = { architecture, profiles, config: settings, devices: others };
    await engine.operations.run('PUT', `/1.0/instances/${foreign}`, { body });
    await driver.adopt(foreign, spec.name, { bounds: { processes: 99 } });
    const adopted = await engine.inspect(spec.name);
    expect(adopted.config).toMatchObject({ ...guarded, 'limits.processes': '99', 'security.idmap.isolated': 'true' });
    for (const filter of filters) expect(adopted.devices.eth0).toHaveProperty([filter], 'true');
    expect((await driver.start(spec.name)).status).toBe('running');
  });

  it('are added to a running machine without them, and keep manual settings', async () => {
    await driver.create(spec);
    const { architecture, profiles, config, devices } = await engine.inspect(spec.name);
    const bare = Object.fromEntries(
      Object.entries(config).filter(([key]) => !(key in guarded) && !/bounds|isolated/.test(key)),
    );
    const eth0 = {
      type: 'nic',
      name: 'eth0',
      network: 'hostler0',
      'ipv4.address': devices.eth0?.['ipv4.address'] ?? '',
    };
    const body = {
      architecture,
      profiles,
      config: { ...bare, 'limits.processes': '77' },
      devices: { ...devices, eth0 },
    };
    await engine.operations.run('PUT', `/1.0/instances/${spec.name}`, { body });
    // An address its owner would like to have.
    await engine.run(spec.name, 'sh', '-c', 'ip address flush dev eth0; ip address add 10.118.9.7/20 dev eth0');
    expect(await tightenOne()).toEqual([spec.name]);
    const tightened = await engine.inspect(spec.name);
    expect(tightened.config).toMatchObject({ ...guarded, 'limits.processes': '77', 'security.idmap.isolated': 'true' });
    for (const filter of filters) expect(tightened.devices.eth0).toHaveProperty([filter], 'true');
    expect(tightened.devices.eth0?.['ipv4.address']).toBe(eth0['ipv4.address']);
    expect((await driver.restart(spec.name)).status).toBe('running');
  });

  it('are omitted one by one, recorded and reported if the host does not support them', async () => {
    await driver.create({ ...spec, bounds: { networkMbps: 50, processes: 300 } });
    const { config, devices } = await engine.inspect(spec.name);
    expect(config['limits.processes']).toBe('300');
    for (const filter of filters) expect(devices.eth0).toHaveProperty([filter], 'true');
    const { gaps = [] } = await driver.check();
    const isLimited = devices.eth0?.['limits.egress'] === '50Mbit';
    expect(config['user.hostler.without']).toBe(isLimited ? undefined : 'network');
    expect(gaps.some((gap) => gap.includes('act_police'))).toBe(!isLimited);
    await driver.stop(spec.name);
    expect((await driver.start(spec.name)).status).toBe('running');
  });

  it('are set later if the host did not support one before, and the record is cleared', async () => {
    await driver.create(spec);
    const lacking = { 'user.hostler.unguarded': 'true', 'user.hostler.without': 'processes', 'limits.processes': '' };
    await engine.patch(spec.name, { config: lacking });
    expect((await driver.check()).gaps).toContainEqual(
      expect.stringContaining('limit the number of processes of 1 server.'),
    );
    expect(await tightenOne()).toEqual([spec.name]);
    const { config } = await engine.inspect(spec.name);
    expect(config['limits.processes']).toBe('512');
    expect(config).not.toHaveProperty(['user.hostler.unguarded']);
    expect((await driver.check()).gaps).not.toContainEqual(expect.stringContaining('limit the number of processes'));
    expect(await driver.tighten()).toEqual([]);
  });

  it('omit the filters on a machine with additional addresses, which they would block', async () => {
    await driver.create(spec);
    await engine.run(spec.name, 'ip', 'address', 'add', '10.118.9.9/20', 'dev', 'eth0');
    const { devices } = await engine.inspect(spec.name);
    const open = Object.entries(devices.eth0 ?? {}).filter(([key]) => !key.includes('filtering'));
    await engine.patch(spec.name, {
      config: { 'user.hostler.bounds': '' },
      devices: { eth0: Object.fromEntries(open) },
    });
    expect(await tightenOne()).toEqual([spec.name]);
    const tightened = await engine.inspect(spec.name);
    expect(tightened.devices.eth0).not.toHaveProperty(['security.ipv4_filtering']);
    expect((await driver.check()).gaps).toContainEqual(expect.stringContaining('are not filtered'));
    expect(await driver.tighten()).toEqual([]);
  });

  it('do not prevent a creation if the host has no ids for an isolated id map', async () => {
    const profile = `small-${randomUUID().slice(0, 8)}`;
    const devices = { root: { type: 'disk', path: '/', pool: 'default' } };
    // More ids than the host has: the engine fails as if all were assigned.
    const body = { name: profile, devices, config: { 'security.idmap.size': '4000000000' } };
    await engine.client.call('POST', '/1.0/profiles', { project: null, body });
    try {
      driver = createIncusVps({ url, project: engine.project, profile, addressSeconds: 0.1 });
      expect((await driver.create(spec)).status).toBe('running');
      const { config } = await engine.inspect(spec.name);
      expect(config).toMatchObject({ 'user.hostler.without': 'idmap', 'limits.processes': '512' });
      expect((await driver.check()).gaps).toContainEqual(expect.stringContaining('/etc/subuid'));
    } finally {
      await engine.removeProject();
      await engine.client.call('DELETE', `/1.0/profiles/${profile}`, { project: null });
    }
  });
});
