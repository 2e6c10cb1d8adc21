import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject } from '@hostler/testing/engines/incus.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createIncusVps } from './incus.ts';
import type { Profile } from './wire.ts';

describeWithService('lxd', 'a container that is resized on LXD', (url) => {
  let project: ReturnType<typeof openProject>;

  beforeEach(() => {
    project = openProject(url);
  });
  afterEach(() => project.engine.removeProject());

  const size = { vcpus: 2, memoryMb: 160, diskGb: 3 };

  it('is not rebooted', async () => {
    const { driver, engine, spec } = project;
    await driver.create(spec);
    const before = await engine.inspect(spec.name);
    await driver.resize(spec.name, { ...size, bounds: { processes: 700 } });
    const after = await engine.inspect(spec.name);
    expect(after.config).toMatchObject({ 'limits.cpu': '2', 'limits.memory': '160MiB', 'limits.processes': '700' });
    expect(after.devices).toEqual({ ...before.devices, root: { ...before.devices.root, size: '3GiB' } });
    expect([after.state?.pid, after.last_used_at]).toEqual([before.state?.pid, before.last_used_at]);
    expect(await engine.readFile(spec.name, '/var/boots')).toBe('\n');
  });

  it("has the limits of its new size, and otherwise only those of the operator's profile", async () => {
    const { driver, engine, spec } = project;
    await driver.create(spec);
    // A host that does not support a limit reports it when a machine with it boots.
    await driver.stop(spec.name, { force: true });
    const limitsOf = async (device: string) => {
      const settings = (await engine.inspect(spec.name)).devices[device] ?? {};
      return Object.entries(settings).filter(([key]) => key.startsWith('limits.'));
    };
    await driver.resize(spec.name, { ...size, bounds: { networkMbps: 50, diskIops: 900 } });
    expect(await limitsOf('eth0')).toEqual([
      ['limits.egress', '50Mbit'],
      ['limits.ingress', '50Mbit'],
    ]);
    expect(await limitsOf('root')).toHaveLength(2);
    await driver.resize(spec.name, { ...size, bounds: { networkMbps: 70 } });
    expect(await limitsOf('eth0')).toContainEqual(['limits.egress', '70Mbit']);
    expect(await limitsOf('root')).toEqual([]);

    const { metadata } = await engine.client.call<Profile>('GET', '/1.0/profiles/default');
    const profile = `limited-${spec.name}`;
    const devices = { ...metadata.devices, eth0: { ...metadata.devices.eth0, 'limits.egress': '90Mbit' } };
    await engine.operations.run('POST', '/1.0/profiles', { body: { name: profile, devices } });
    try {
      await createIncusVps({ url, project: engine.project, profile }).resize(spec.name, size);
      expect(await limitsOf('eth0')).toEqual([['limits.egress', '90Mbit']]);
    } finally {
      await engine.operations.run('DELETE', `/1.0/profiles/${profile}`);
    }
  });

  it('does not get a guard that was omitted before', async () => {
    const { driver, engine, spec } = project;
    await driver.create(spec);
    const { devices } = await engine.inspect(spec.name);
    const { 'security.mac_filtering': _mac, 'security.ipv4_filtering': _v4, ...open } = devices.eth0 ?? {};
    const notes = { 'user.hostler.unguarded': 'true', 'user.hostler.without': 'filters' };
    await engine.patch(spec.name, { config: notes, devices: { eth0: open } });
    await driver.resize(spec.name, size);
    const after = await engine.inspect(spec.name);
    expect(after.config).toMatchObject({ ...notes, 'limits.memory': '160MiB' });
    expect(after.devices.eth0).not.toHaveProperty('security.mac_filtering');
  });

  it('gets its size on retry if the worker died during the resize', async () => {
    const { driver, engine, spec } = project;
    await driver.create(spec);
    const worker = new AbortController();
    const reason = new Error('killed');
    const first = driver.resize(spec.name, size, { signal: worker.signal }).catch((error: unknown) => error);
    await until(async () => (await engine.inspect(spec.name)).config['limits.cpu'] === '2', { everyMs: 1 });
    worker.abort(reason);
    await first;
    const other = createIncusVps({ url, project: engine.project });
    expect((await other.resize(spec.name, size)).status).toBe('running');
    expect(await other.create({ ...spec, ...size })).toMatchObject({ status: 'running' });
  });
});
