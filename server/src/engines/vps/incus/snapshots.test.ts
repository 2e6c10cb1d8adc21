import { describeVpsSnapshots } from '@hostler/testing/contracts/vps-snapshots.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openEngine, openHarness, openProject } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Instance } from './wire.ts';

describeWithService('lxd', 'snapshots on LXD', (url) => {
  describeVpsSnapshots('LXD', () => openHarness({ url, graceSeconds: 5 }, openEngine(url)));

  let project: ReturnType<typeof openProject>;

  beforeEach(() => {
    project = openProject(url, { graceSeconds: 5 });
  });
  afterEach(() => project.engine.removeProject());

  /** Settings without those of the disk and the last boot. */
  const lasting = ({ config, devices, profiles }: Instance) => {
    const kept = Object.entries(config).filter(([key]) => !key.startsWith('volatile.') || key.endsWith('.hwaddr'));
    return { config: Object.fromEntries(kept), devices, profiles };
  };

  it('bring back no setting that was changed since, even if the worker dies between disk and settings', async () => {
    const { driver, engine, spec } = project;
    await driver.create(spec);
    await driver.createSnapshot(spec.name, 'one');
    const { devices } = await engine.inspect(spec.name);
    const card = Object.entries(devices).find(([, { type }]) => type === 'nic');
    expect(card).toBeDefined();
    const [nic = '', device = {}] = card ?? [];
    // Another part of Hostler isolates the NIC; an operator adds a note.
    await driver.stop(spec.name);
    await engine.patch(spec.name, {
      config: { 'user.note': 'of the operator', 'limits.processes': '321' },
      devices: { [nic]: { ...device, 'security.port_isolation': 'true' } },
    });
    const before = lasting(await engine.inspect(spec.name));
    const settings = await driver.readSettings(spec.name);
    await engine.operations.run('PUT', `/1.0/instances/${spec.name}`, { body: { restore: 'one' } });
    expect(lasting(await engine.inspect(spec.name))).not.toEqual(before);
    await driver.restoreSnapshot(spec, 'one', settings);
    await driver.start(spec.name);
    expect(lasting(await engine.inspect(spec.name))).toEqual(before);
  });

  it('are copied without addresses, hardware, notes and extra devices of the original', async () => {
    const { driver, engine, spec } = project;
    const first = await driver.create(spec);
    await engine
      .patch(spec.name, { devices: { eth7: { type: 'nic', network: 'lxdbr0', name: 'eth7' } } })
      .catch(() => {});
    await engine.writeFile(spec.name, '/etc/machine-id', 'of the original\n');
    await driver.createSnapshot(spec.name, 'one');
    const other = { ...spec, name: `${spec.name}-b`, hostname: 'other.example' };
    const second = await driver.create(other, { from: { name: spec.name, snapshot: 'one' } });
    const [one, two] = [await engine.inspect(spec.name), await engine.inspect(other.name)];
    expect(two.config['volatile.eth0.hwaddr']).not.toBe(one.config['volatile.eth0.hwaddr']);
    expect(two.config['user.hostler.name']).toBe(other.name);
    expect(second.ipv4).not.toEqual(first.ipv4);
    expect(two.expanded_devices.eth7?.type ?? 'none').toBe('none');
    expect(await engine.readFile(other.name, '/etc/machine-id')).not.toContain('of the original');
    expect((await driver.execute(other.name, ['hostname'], { timeoutMs: 30_000 })).stdout.trim()).toBe('other.example');
  });
});
