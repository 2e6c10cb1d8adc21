import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { openRelay, type Relay } from '@hostler/testing/receivers/relay.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { VpsDriver, VpsSpec, VpsState } from '../driver.ts';
import { readLive } from './addresses.ts';
import { createIncusVps } from './incus.ts';

const HARDWARE = 'volatile.eth0.hwaddr';
const KEY = 'ssh-ed25519 CCCC third';

interface Spoil {
  text: string;
  by: string;
  nth: number;
  onHit?: () => void;
}

/** Spoils the first start of the new machine. */
const FIRST_START: Spoil = { text: '"action":"start"', by: '"action":"stort"', nth: 1 };

describeWithService('lxd', 'a rebuild on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;

  beforeEach(() => {
    engine = openEngine(url);
    spec = makeSpec();
    driver = createIncusVps({ ...unpacked, url, project: engine.project });
  });
  afterEach(() => engine.removeProject());

  const connect = (to: string) => createIncusVps({ ...unpacked, url: to, project: engine.project });
  const readNote = () => engine.readFile(spec.name, '/root/note');

  async function makeOld(): Promise<{ state: VpsState; hardware: string | undefined }> {
    const state = await driver.create(spec);
    await engine.writeFile(spec.name, '/root/note', 'old');
    return { state, hardware: (await engine.inspect(spec.name)).config[HARDWARE] };
  }

  /** Opens a relay that alters the nth request of each kind, so that the engine refuses it. */
  async function openSpoiling(...spoils: readonly Spoil[]): Promise<Relay> {
    const left = spoils.map((spoil) => ({ ...spoil }));
    const alter = (said: Buffer) =>
      left.reduce((data, spoil) => {
        const text = data.toString('latin1');
        const isHit = text.includes(spoil.text) && --spoil.nth === 0;
        if (isHit) spoil.onHit?.();
        return isHit ? Buffer.from(text.replace(spoil.text, spoil.by), 'latin1') : data;
      }, said);
    const line = await openRelay(url, { alter });
    onTestFinished(line.close);
    return line;
  }
  /** The new machine gets the name first, then the old one. */
  const oldName = (): Spoil => {
    const text = `{"name":"${spec.name}"}`;
    return { text, by: text.replace('vps', '-ps'), nth: 2 };
  };

  it('creates a new system with the name, hardware, addresses and size of the old one', async () => {
    const { state, hardware } = await makeOld();
    const userData = '#!/bin/sh\ntrue\n';
    const rebuilt = await driver.rebuild({ ...spec, sshKeys: [KEY], userData }, { token: 'one' });
    expect(rebuilt).toEqual(state);
    expect(await readNote()).toBeUndefined();
    const { config, devices } = await engine.inspect(spec.name);
    expect(config[HARDWARE]).toBe(hardware);
    expect(config).toMatchObject({ 'limits.memory': `${spec.memoryMb}MiB`, 'cloud-init.user-data': userData });
    expect(config['cloud-init.vendor-data']).toContain(KEY);
    expect(devices.eth0).toMatchObject({ 'ipv4.address': state.ipv4[0] });
    expect(devices.root).toMatchObject({ size: `${spec.diskGb}GiB` });
    expect(await engine.readFile(spec.name, '/root/.ssh/authorized_keys')).toBe(`${KEY}\n`);
    expect(await engine.readFile(spec.name, '/etc/hostname')).toBe('web.example\n');
    await eventually(async () => expect(readLive(await engine.inspect(spec.name)).ipv4).toEqual(state.ipv4));
    expect(await engine.listNames()).toEqual([spec.name]);
    // A repeated request with the same token changes nothing.
    await engine.writeFile(spec.name, '/root/note', 'new');
    expect(await driver.rebuild(spec, { token: 'one' })).toEqual(state);
    expect(await readNote()).toBe('new');
  });

  it('leaves the old machine running if the image is missing', async () => {
    const { state } = await makeOld();
    const missing = driver.rebuild({ ...spec, image: 'no-such/image' }, { token: 'one' });
    await expect(missing).rejects.toMatchObject({ code: 'refused', message: 'There is no image "no-such/image".' });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(await readNote()).toBe('old');
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('brings the old machine back with its addresses if the new one does not boot', async () => {
    const { state, hardware } = await makeOld();
    const line = await openSpoiling(FIRST_START);
    await expect(connect(line.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'refused' });
    await eventually(async () => expect(await driver.inspect(spec.name)).toEqual(state));
    expect(await readNote()).toBe('old');
    expect((await engine.inspect(spec.name)).config[HARDWARE]).toBe(hardware);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('keeps the new machine, and tells which the old one is, if the old one cannot have its name back', async () => {
    const { state } = await makeOld();
    const line = await openSpoiling(FIRST_START, oldName());
    const rebuilding = connect(line.url).rebuild(spec, { token: 'one' });
    const cause = { message: expect.stringMatching(/^The replaced instance .+-NEW-\w+ did not get its name back: /) };
    await expect(rebuilding).rejects.toMatchObject({ code: 'refused', cause });
    expect(await driver.list()).toEqual([{ ...state, status: 'stopped' }]);
    expect(await driver.start(spec.name)).toEqual(state);
    expect(await readNote()).toBeUndefined();
    const [replaced = '', ...others] = (await engine.listNames()).filter((name) => name !== spec.name);
    expect(others).toEqual([]);
    expect(await engine.readFile(replaced, '/root/note')).toBe('old');
  });

  it('keeps the new machine if the old one is gone', async () => {
    const { state } = await makeOld();
    const line = await openRelay(url);
    onTestFinished(line.close);
    line.cutAt('"action":"start"', { heard: false });
    await expect(connect(line.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
    const replaced = (await engine.listNames()).find((name) => name !== spec.name);
    await engine.operations.run('DELETE', `/1.0/instances/${replaced}`);
    const other = await openSpoiling(FIRST_START);
    await expect(connect(other.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'refused' });
    expect(await driver.start(spec.name)).toEqual(state);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('leaves the return of the old machine to a start if the connection breaks before it has its name', async () => {
    const { state, hardware } = await makeOld();
    const line = await openSpoiling(FIRST_START, { ...oldName(), onHit: () => line.cut() });
    await expect(connect(line.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await driver.list()).toEqual([{ ...state, status: 'stopped' }]);
    expect(await driver.start(spec.name)).toEqual(state);
    expect(await readNote()).toBe('old');
    expect((await engine.inspect(spec.name)).config[HARDWARE]).toBe(hardware);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it.each([
    ['before the old machine is stopped', () => `PUT /1.0/instances/${spec.name}/state`],
    ['before the addresses are taken from the old machine', () => `PATCH /1.0/instances/${spec.name}?`],
    ['before the old machine is renamed', () => `POST /1.0/instances/${spec.name}?`],
    ['before the new machine has the name', () => new RegExp(`POST /1\\.0/instances/${spec.name}-NEW-\\w+\\?`)],
    ['before the old machine is deleted', () => `DELETE /1.0/instances/${spec.name}-NEW-`],
  ])('is completed by the next worker if the connection breaks %s', async (_moment, request) => {
    const { state, hardware } = await makeOld();
    const line = await openRelay(url);
    onTestFinished(line.close);
    line.cutAt(request(), { heard: false });
    await expect(connect(line.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await driver.rebuild(spec, { token: 'one' })).toEqual(state);
    expect(await readNote()).toBeUndefined();
    const { config, devices } = await engine.inspect(spec.name);
    expect([config[HARDWARE], devices.eth0?.['ipv4.address']]).toEqual([hardware, state.ipv4[0]]);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('keeps the addresses from machines that are created before the next worker completes it', async () => {
    const { state } = await makeOld();
    const line = await openRelay(url);
    onTestFinished(line.close);
    line.cutAt(`POST /1.0/instances/${spec.name}?`, { heard: false });
    await expect(connect(line.url).rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
    const other = await driver.create(makeSpec());
    expect(await driver.rebuild(spec, { token: 'one' })).toEqual(state);
    expect(other.ipv4).not.toEqual(state.ipv4);
  });

  it('is refused while the machine has snapshots', async () => {
    const { state } = await makeOld();
    await engine.operations.run('POST', `/1.0/instances/${spec.name}/snapshots`, { body: { name: 'kept' } });
    await expect(driver.rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(await readNote()).toBe('old');
  });

  it('has no rescue system, and says so', async () => {
    expect([...driver.capabilities]).not.toContain('rescue');
    await expect(driver.setRescue(spec.name, { password: 'x' })).rejects.toMatchObject({ code: 'refused' });
  });
});

describeWithService('lxd', 'a root password on LXD', (url) => {
  it('reaches chpasswd by standard input, not by its arguments', async () => {
    const engine = openEngine(url);
    onTestFinished(() => engine.removeProject());
    const driver = createIncusVps({ ...unpacked, url, project: engine.project });
    const spec = makeSpec();
    await driver.create(spec);
    await engine.writeFile(spec.name, '/bin/chpasswd', '#!/bin/sh\ncat > /root/in\necho "$# $*" > /root/arguments\n');
    await engine.run(spec.name, 'chmod', '755', '/bin/chpasswd');
    await driver.setPassword(spec.name, 'Secret123');
    expect(await engine.readFile(spec.name, '/root/in')).toBe('root:Secret123\n');
    expect(await engine.readFile(spec.name, '/root/arguments')).toBe('0 \n');
    await engine.writeFile(spec.name, '/bin/chpasswd', '#!/bin/sh\nexit 1\n');
    await expect(driver.setPassword(spec.name, 'x')).rejects.toMatchObject({ code: 'refused' });
    await driver.stop(spec.name, { force: true });
    await expect(driver.setPassword(spec.name, 'x')).rejects.toMatchObject({ code: 'conflict' });
  });
});
