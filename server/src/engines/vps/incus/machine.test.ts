import { text } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../driver.ts';

describeWithService('lxd', 'a machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;
  const inspect = () => engine.inspect(spec.name);
  const setState = (action: string) =>
    engine.operations.run('PUT', `/1.0/instances/${spec.name}/state`, { body: { action } });

  beforeEach(() => {
    ({ engine, driver, spec } = openProject(url, { graceSeconds: 1 }));
  });
  afterEach(() => engine.removeProject());

  it('is in the Hostler project, which is created with the first machine and shares images and profiles', async () => {
    expect(await driver.list()).toEqual([]);
    expect(await driver.sample()).toEqual([]);
    expect(await driver.inspect(spec.name)).toBeUndefined();
    await driver.destroy(spec.name);
    await driver.create(spec);
    const { metadata } = await engine.client.call<{ config: Record<string, string> }>(
      'GET',
      `/1.0/projects/${engine.project}`,
      { project: null },
    );
    expect(metadata.config).toMatchObject({ 'features.images': 'false', 'features.profiles': 'false' });
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('has the requested size, name and keys', async () => {
    const { ipv4 } = await driver.create(spec);
    const { config, devices } = await inspect();
    expect(config).toMatchObject({ 'limits.cpu': '1', 'limits.memory': '96MiB' });
    expect(devices).toMatchObject({ root: { pool: 'default', size: '2GiB' }, eth0: { 'ipv4.address': ipv4[0] } });
    expect(await engine.readFile(spec.name, '/etc/hostname')).toBe('web.example\n');
    expect(config['cloud-init.user-data']).toContain('"ssh_authorized_keys":["ssh-ed25519 AAAA first"');
    const folder = await stat('/root/.ssh');
    expect(folder).toEqual({ mode: '0700', uid: '0', gid: '0' });
    const file = await stat('/root/.ssh/authorized_keys');
    expect(file).toEqual({ mode: '0600', uid: '0', gid: '0' });
    expect(await driver.readConsole(spec.name)).toContain('web.example boots');
  });

  async function stat(path: string) {
    const { headers, body } = await engine.client.open('GET', `/1.0/instances/${spec.name}/files`, { query: { path } });
    await text(body);
    const read = (key: string) => headers[`x-lxd-${key}`] ?? headers[`x-incus-${key}`];
    return { mode: read('mode'), uid: read('uid'), gid: read('gid') };
  }

  it('has exactly the given keys, whatever its owner changed', async () => {
    await driver.create(spec);
    await engine.run(spec.name, 'chmod', '666', '/root/.ssh/authorized_keys');
    await driver.setAccess(spec.name, ['ssh-ed25519 CCCC third']);
    expect(await engine.readFile(spec.name, '/root/.ssh/authorized_keys')).toBe('ssh-ed25519 CCCC third\n');
    expect(await stat('/root/.ssh/authorized_keys')).toEqual({ mode: '0600', uid: '0', gid: '0' });
    expect((await inspect()).config['cloud-init.user-data']).toContain(
      '"ssh_authorized_keys":["ssh-ed25519 CCCC third"]',
    );
  });

  it('is powered off if it does not shut down in time', async () => {
    await driver.create(spec);
    await engine.writeFile(spec.name, '/etc/stubborn', '');
    const { last_used_at } = await inspect();
    expect((await driver.restart(spec.name)).status).toBe('running');
    expect((await inspect()).last_used_at).not.toBe(last_used_at);
    expect((await driver.stop(spec.name)).status).toBe('stopped');
  });

  it('counts as stopped while it is frozen, and resumes with a start', async () => {
    const state = await driver.create(spec);
    await setState('freeze');
    expect(await driver.inspect(spec.name)).toMatchObject({ status: 'stopped', ipv4: state.ipv4 });
    expect(await driver.start(spec.name)).toEqual(state);
    await setState('freeze');
    expect((await driver.restart(spec.name)).status).toBe('running');
    await setState('freeze');
    expect((await driver.stop(spec.name)).status).toBe('stopped');
    expect((await inspect()).status).toBe('Stopped');
  });
});
