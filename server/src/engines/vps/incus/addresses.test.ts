import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../driver.ts';
import { readLive } from './addresses.ts';
import { createIncusVps } from './incus.ts';
import type { Settings } from './wire.ts';

describeWithService('lxd', 'the addresses of a machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;

  beforeEach(() => {
    ({ engine, driver, spec } = openProject(url));
  });
  afterEach(() => engine.removeProject());

  it('stay the same after a stop and a start, and match those inside the machine', async () => {
    const created = await driver.create(spec);
    expect(await driver.stop(spec.name, { force: true })).toEqual({ ...created, status: 'stopped' });
    expect(await driver.inspect(spec.name)).toEqual({ ...created, status: 'stopped' });
    expect(await driver.start(spec.name)).toEqual(created);
    await awaitLive(created.ipv4);
    expect(await driver.inspect(spec.name)).toEqual(created);
  });

  it('are new if another machine got the old ones meanwhile', async () => {
    // Uses its own network: on the shared one, a machine of another test may have the new address.
    await withNetwork({ 'ipv4.address': '10.120.0.1/24', 'ipv6.address': 'none' }, async (profile) => {
      driver = createIncusVps({ ...unpacked, url, project: engine.project, profile });
      await driver.create(spec);
      const { devices } = await engine.inspect(spec.name);
      const archive = await buffer(await driver.export(spec.name));
      await driver.destroy(spec.name);
      // The name of the host interface belongs to one machine.
      await engine.makeForeign(`other-${spec.name}`, { eth0: { ...devices.eth0, host_name: '' } });
      const { ipv4 } = await driver.start(`other-${spec.name}`);
      await driver.import(spec, Readable.from([archive]));
      const started = await driver.start(spec.name);
      expect(started).toMatchObject({ status: 'running', ipv4: [expect.any(String)] });
      expect(started.ipv4).not.toEqual(ipv4);
      const { config, devices: now } = await engine.inspect(spec.name);
      expect(now.eth0?.['ipv4.address']).toBe(started.ipv4[0]);
      expect(config['user.hostler.ipv4']).toBe(started.ipv4[0]);
    });
  });

  it('do not prevent a boot if another machine is configured with them', async () => {
    // Uses its own network: on the shared one, a machine of another test may get the address that the other reserves.
    await withNetwork({ 'ipv4.address': '10.123.0.1/24', 'ipv6.address': 'none' }, async (profile) => {
      driver = createIncusVps({ ...unpacked, url, project: engine.project, profile });
      await driver.create(spec);
      await driver.stop(spec.name, { force: true });
      const { devices } = await engine.inspect(spec.name);
      await engine.makeForeign(`other-${spec.name}`, { eth0: devices.eth0 });
      const started = await driver.start(spec.name);
      expect(started).toMatchObject({ status: 'running', ipv4: [expect.any(String)] });
      expect(await driver.inspect(spec.name)).toEqual(started);
    });
  });

  it('are IPv4 and IPv6 if the network provides both, and never link-local', async ({ skip }) => {
    skip(!existsSync('/proc/net/if_inet6'), 'the kernel has no IPv6');
    await withNetwork({ 'ipv4.address': '10.119.0.1/24', 'ipv6.address': 'fd42:119::1/64' }, async (profile) => {
      driver = createIncusVps({ ...unpacked, url, project: engine.project, profile });
      const state = await driver.create(spec);
      expect(state.ipv4).toEqual([expect.stringMatching(/^10\.119\.0\./)]);
      expect(state.ipv6).toEqual([expect.stringMatching(/^fd42:119::/)]);
      expect(await driver.stop(spec.name, { force: true })).toEqual({ ...state, status: 'stopped' });
    });
  });

  it('are empty if the network assigns none in time, and the machine runs', async () => {
    await withNetwork({ 'ipv4.address': 'none', 'ipv6.address': 'none' }, async (profile) => {
      driver = createIncusVps({ url, project: engine.project, profile, addressSeconds: 0.3 });
      expect(await driver.create(spec)).toMatchObject({ status: 'running', ipv4: [], ipv6: [] });
    });
  });

  async function withNetwork(config: Settings, test: (profile: string) => Promise<void>): Promise<void> {
    const { client, project } = engine;
    const name = `net${randomUUID().slice(0, 8)}`;
    const global = { project: null };
    await client.call('POST', '/1.0/networks', { ...global, body: { name, type: 'bridge', config } });
    try {
      const root = { type: 'disk', path: '/', pool: 'default' };
      const devices = { root, eth0: { type: 'nic', name: 'eth0', network: name } };
      await client.call('POST', '/1.0/profiles', { ...global, body: { name: project, devices } });
      await test(project);
    } finally {
      await engine.removeProject();
      await client.call('DELETE', `/1.0/profiles/${project}`, global);
      await client.call('DELETE', `/1.0/networks/${name}`, global);
    }
  }

  async function awaitLive(ipv4: string[]): Promise<void> {
    const check = async () => expect(readLive(await engine.inspect(spec.name)).ipv4).toEqual(ipv4);
    await eventually(check);
  }
});
