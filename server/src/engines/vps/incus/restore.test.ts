import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../driver.ts';
import { readLive } from './addresses.ts';
import { nameArriving } from './arrival.ts';
import { createIncusVps } from './incus.ts';
import { notes } from './spec.ts';

describe('the temporary name of a machine during a restore', () => {
  it('is valid for the engine, and never a name that Hostler assigns', () => {
    const long = `v${'p'.repeat(61)}s`;
    for (const name of ['a', 'vps-1', long]) {
      expect(nameArriving(name)).toMatch(/^[a-z][a-z0-9-]*-NEW-[0-9a-f]{6}$/);
      expect(nameArriving(name).length).toBeLessThanOrEqual(63);
    }
    const other = `${long.slice(0, 62)}t`;
    expect(nameArriving(long).slice(0, -6)).not.toBe(nameArriving(other).slice(0, -6));
  });
});

describeWithService('lxd', 'a restore on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;
  let arriving: string;

  beforeEach(() => {
    engine = openEngine(url);
    spec = makeSpec();
    arriving = nameArriving(spec.name);
    driver = createIncusVps({ ...unpacked, url, project: engine.project });
  });
  afterEach(() => engine.removeProject());

  const rename = (from: string, to: string) =>
    engine.operations.run('POST', `/1.0/instances/${from}`, { body: { name: to } });
  const exportWhole = async () => Readable.from([await buffer(await driver.export(spec.name))]);

  it('keeps size, hardware and address of the replaced machine, and the identity of the archived one', async () => {
    await driver.create(spec);
    const first = await engine.inspect(spec.name);
    const archive = await exportWhole();
    await driver.destroy(spec.name);
    const state = await driver.create({ ...spec, diskGb: 1 });
    const second = await engine.inspect(spec.name);

    expect(await driver.import({ ...spec, diskGb: 3 }, archive)).toEqual({ ...state, status: 'stopped' });
    const restored = await engine.inspect(spec.name);
    expect(restored.config['volatile.eth0.hwaddr']).toBe(second.config['volatile.eth0.hwaddr']);
    expect(restored.config['volatile.cloud-init.instance-id']).toBe(first.config['volatile.cloud-init.instance-id']);
    expect(restored.config['volatile.apply_template'] ?? '').toBe('');
    expect(restored.devices.root).toMatchObject({ size: '3GiB' });
    await driver.start(spec.name);
    const hasAddress = async () => expect(readLive(await engine.inspect(spec.name)).ipv4).toEqual(state.ipv4);
    await eventually(hasAddress);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('keeps the configured address of the replaced machine, even if that machine uses another one', async () => {
    const state = await driver.create(spec);
    const archive = await exportWhole();
    await engine.run(spec.name, 'sh', '-c', 'ip address flush dev eth0; ip address add 10.118.9.8/20 dev eth0');
    expect((await driver.inspect(spec.name))?.ipv4).toEqual(['10.118.9.8']);
    expect(await driver.import(spec, archive)).toEqual({ ...state, status: 'stopped' });
    expect(await driver.start(spec.name)).toEqual(state);
  });

  /** Simulates a crash after the old machine is deleted, before the complete new one has its name. */
  async function dieBeforeTheName(): Promise<void> {
    await driver.stop(spec.name, { force: true });
    await rename(spec.name, arriving);
    await engine.patch(arriving, { config: { [notes.arriving]: '{"volatile.eth0.hwaddr":"00:16:3e:11:22:33"}' } });
  }

  it('is listed as stopped, and completed by the next worker, if its worker died before the rename', async () => {
    const state = await driver.create(spec);
    await dieBeforeTheName();
    expect(await driver.inspect(spec.name)).toEqual({ ...state, status: 'stopped' });
    expect(await driver.list()).toEqual([{ ...state, status: 'stopped' }]);
    expect(await driver.start(spec.name)).toEqual(state);
    const { config } = await engine.inspect(spec.name);
    expect(config['volatile.eth0.hwaddr']).toBe('00:16:3e:11:22:33');
    expect(config[notes.arriving] ?? '').toBe('');
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('starts again and removes the remains of a dead worker', async () => {
    await driver.create(spec);
    await engine.writeFile(spec.name, '/root/note', 'archived');
    const archive = await exportWhole();
    await engine.makeForeign(arriving);
    expect((await driver.list()).map(({ name }) => name)).toEqual([spec.name]);
    expect((await driver.sample()).map(({ name }) => name)).toEqual([spec.name]);
    await driver.import(spec, archive);
    expect(await engine.readFile(spec.name, '/root/note')).toBe('archived');
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('leaves nothing behind if the machine is destroyed before the rename', async () => {
    await driver.create(spec);
    await dieBeforeTheName();
    await driver.destroy(spec.name);
    expect(await engine.listNames()).toEqual([]);
  });

  it('refuses an archive that is truncated between two files, which the engine itself would accept', async () => {
    const state = await driver.create(spec);
    const archive = await buffer(await driver.export(spec.name));
    const cut = archive.subarray(0, findEntry(archive, 'backup/container/rootfs/etc/passwd'));
    await expect(driver.import(spec, Readable.from([cut]))).rejects.toMatchObject({ code: 'refused' });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(await engine.listNames()).toEqual([spec.name]);
  });
});

function findEntry(archive: Buffer, path: string): number {
  const at = archive.indexOf(`${path}\0`);
  expect(at).toBeGreaterThan(0);
  return at;
}
