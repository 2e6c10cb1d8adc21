import { randomUUID } from 'node:crypto';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openEngine, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VpsDriver } from '../driver.ts';
import { createIncusVps } from './incus.ts';

describeWithService('lxd', 'adopting a machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let source: string;
  let name: string;

  beforeEach(async () => {
    engine = openEngine(url);
    driver = createIncusVps({ url, project: engine.project });
    source = `web-${randomUUID().slice(0, 8)}`;
    name = `vps-${randomUUID().slice(0, 8)}`;
    await engine.makeProject();
    await engine.makeForeign(source, { project: 'default' });
  });
  afterEach(async () => {
    await engine.operations.run('DELETE', `/1.0/instances/${source}`, { project: 'default' }).catch(() => {});
    await engine.removeProject();
  });

  const change = (body: unknown) =>
    engine.operations.run('PATCH', `/1.0/instances/${source}`, { project: 'default', body });

  it.each(['default/', ''])('moves a machine completely and once (source prefix "%s")', async (prefix) => {
    const headers = { 'x-lxd-type': 'file', 'x-incus-type': 'file' };
    const file = { project: 'default', query: { path: '/root/note' }, headers, body: 'precious' };
    await engine.operations.run('POST', `/1.0/instances/${source}/files`, file);
    const adopted = await driver.adopt(`${prefix}${source}`, name);
    expect(adopted.spec).toEqual({
      ...{ name, hostname: source, kind: 'container', image: 'busybox' },
      ...{ vcpus: 1, memoryMb: 128, diskGb: 1, sshKeys: [] },
    });
    expect(await driver.adopt(`${prefix}${source}`, name)).toEqual(adopted);
    expect(await engine.readFile(name, '/root/note')).toBe('precious');
    expect(await engine.listNames()).toEqual([name]);
    expect((await driver.start(name)).ipv4).toHaveLength(1);
    await driver.setAccess(name, ['ssh-ed25519 AAAA']);
    await expect(driver.create({ ...adopted.spec, memoryMb: 256 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('does not change another machine that has the old name', async () => {
    // A bare name refers to our project first.
    await engine.makeForeign(source);
    await engine.patch(source, { config: { 'user.note': 'precious' } });
    const adopted = await driver.adopt(source, name);
    expect(await driver.adopt(source, name)).toEqual(adopted);
    expect((await engine.inspect(name)).config).toMatchObject({ 'user.note': 'precious' });
    expect(await engine.listNames()).toEqual([name]);
    await change({ description: 'Still there.' });
  });

  it('repeats an interrupted move, and removes its remains', async () => {
    const begun = { 'user.hostler.name': name, 'user.hostler.source': source };
    await change({ config: { ...begun, 'user.note': 'precious' } });
    await engine.makeForeign(name);
    await engine.patch(name, { config: begun });
    await driver.adopt(source, name);
    expect((await engine.inspect(name)).config).toMatchObject({ 'user.note': 'precious' });
    await expect(change({ description: 'Gone.' })).rejects.toMatchObject({ status: 404 });
  });

  it('names the missing limit if the machine has no size', async () => {
    await change({ config: { 'limits.memory': '' } });
    await expect(driver.adopt(source, name)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('limits.memory'),
    });
    expect(await engine.listNames()).toEqual([]);
  });

  it('is completed by the next start if its worker died after the move', async () => {
    await driver.adopt(source, name);
    const who = { 'volatile.cloud-init.instance-id': randomUUID() };
    await engine.patch(name, { config: { 'user.hostler.arriving': JSON.stringify(who) } });
    await driver.start(name);
    expect((await engine.inspect(name)).config).toMatchObject(who);
  });

  it('refuses a name that another machine has', async () => {
    await engine.makeForeign(name);
    await expect(driver.adopt(source, name)).rejects.toMatchObject({ code: 'conflict' });
  });
});
