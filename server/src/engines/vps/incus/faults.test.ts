import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { type Held, type PrivateEngine, startPrivateEngine } from '@hostler/testing/engines/private-lxd.ts';
import { openRelay, type Relay } from '@hostler/testing/receivers/relay.ts';
import { eventually, until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { EngineError } from '../../engine.ts';
import type { VpsDriver, VpsSpec, VpsState } from '../driver.ts';
import { createIncusVps } from './incus.ts';

describeWithService('lxd', 'an LXD that fails', (url) => {
  let host: PrivateEngine;
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;

  beforeAll(async () => {
    host = await startPrivateEngine(url);
  });
  afterAll(() => host.close());

  beforeEach(() => {
    engine = openEngine(host.url);
    driver = createIncusVps({ ...unpacked, url: host.url, project: engine.project });
    spec = makeSpec();
  });
  afterEach(() => engine.removeProject());

  /** Crashes the engine in the middle of this work. */
  async function crashDuring(work: Promise<unknown>, middle: Promise<unknown>): Promise<void> {
    const outcome = work.then(
      () => undefined,
      (error: EngineError) => ({ code: error.code, cause: String(error.cause) }),
    );
    await Promise.race([middle, outcome]);
    await host.crash();
    expect(await outcome).toEqual({ code: 'unreachable', cause: expect.any(String) });
    expect(await driver.check()).toMatchObject({ reachable: false, advice: expect.any(String) });
    await host.comeBack();
  }
  function hold(...[program]: Parameters<PrivateEngine['hold']>): Held {
    const held = host.hold(program);
    onTestFinished(held.letGo);
    return held;
  }
  /** Opens a relay, so that requests of a driver can be observed. */
  async function relay(): Promise<Relay> {
    const line = await openRelay(host.url);
    onTestFinished(line.close);
    return line;
  }
  /** Waits until the driver has found a running operation and waits for it. */
  const untilWaiting = (line: Relay) => until(() => line.hasHeard('/wait?'));

  /** Crashes before this request is sent, after everything before it. */
  async function cutAndCrash(work: (url: string) => Promise<unknown>, path: string): Promise<void> {
    const line = await relay();
    line.cutAt(`PUT /1.0/instances/${path}`, { heard: false });
    const working = work(line.url);
    await crashDuring(
      working,
      working.catch(() => {}),
    );
  }

  it('creates the machine on retry after a crash during the creation', async () => {
    const unpacking = hold('tar');
    await crashDuring(driver.create(spec), until(unpacking.isReached));
    unpacking.letGo();
    const state = await driver.create(spec);
    expect(state).toMatchObject({ status: 'running', ipv4: [expect.any(String)] });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(await engine.readFile(spec.name, '/etc/hostname')).toBe('web.example\n');
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it.each<[string, (restore: (url: string) => Promise<unknown>) => Promise<void>]>([
    [
      'during unpacking',
      async (restore) => {
        const unpacking = hold('tar');
        await crashDuring(restore(host.url), until(unpacking.isReached));
        unpacking.letGo();
      },
    ],
    ['after unpacking', (restore) => cutAndCrash(restore, `${spec.name}-NEW-`)],
    ['before the old machine was stopped', (restore) => cutAndCrash(restore, `${spec.name}/state`)],
  ])('restores the machine on retry after a crash %s', async (_moment, crashInIt) => {
    const state = await driver.create(spec);
    await engine.writeFile(spec.name, '/root/note', 'archived');
    const archive = await buffer(await driver.export(spec.name));
    await engine.writeFile(spec.name, '/root/note', 'newer');
    await crashInIt((url) => createIncusVps({ url, project: engine.project }).import(spec, Readable.from([archive])));
    await awaitBoot(state);
    for (const name of await engine.listNames()) {
      expect((await engine.inspect(name)).status).toBe(name === spec.name ? 'Running' : 'Stopped');
    }
    expect(await engine.readFile(spec.name, '/root/note')).toBe('newer');
    await driver.import(spec, Readable.from([archive]));
    expect(await engine.readFile(spec.name, '/root/note')).toBe('archived');
    expect(await driver.start(spec.name)).toEqual(state);
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('restarts the machine on retry after a crash during the restart', async () => {
    const state = await driver.create(spec);
    await engine.writeFile(spec.name, '/etc/slow', '');
    await crashDuring(
      driver.restart(spec.name),
      until(() => hasOperation('Restarting')),
    );
    await awaitBoot(state);
    await engine.removeFile(spec.name, '/etc/slow');
    expect(await driver.restart(spec.name)).toEqual(state);
    await driver.destroy(spec.name);
    expect(await engine.listNames()).toEqual([]);
  });

  it('ends a running command with an error if it crashes, and runs another one afterwards', async () => {
    const state = await driver.create(spec);
    const begun = Promise.withResolvers<void>();
    const command = ['sh', '-c', 'echo begun; sleep 3600'];
    const executing = driver.execute(spec.name, command, { timeoutMs: 3_600_000, onOutput: () => begun.resolve() });
    await crashDuring(executing, begun.promise);
    await awaitBoot(state);
    expect((await driver.execute(spec.name, ['echo', 'well'], { timeoutMs: 100_000 })).stdout).toBe('well\n');
  });

  async function hasOperation(description: string): Promise<boolean> {
    const query = { recursion: '1' };
    const { metadata } = await engine.client.call<Record<string, { description: string }[]>>('GET', '/1.0/operations', {
      query,
    });
    return (metadata.running ?? []).some((operation) => operation.description.startsWith(description));
  }

  it('continues the operation of a dead worker instead of starting it twice', async () => {
    driver = createIncusVps({ url: host.url, project: engine.project, graceSeconds: 100 });
    await driver.create(spec);
    await engine.writeFile(spec.name, '/etc/slow', '');
    const worker = new AbortController();
    const reason = new Error('killed');
    const first = expect(driver.restart(spec.name, { signal: worker.signal })).rejects.toBe(reason);
    await until(() => hasOperation('Restarting'));
    worker.abort(reason);
    await first;
    const line = await relay();
    const other = createIncusVps({ url: line.url, project: engine.project });
    const second = other.restart(spec.name, { force: true });
    await untilWaiting(line);
    await engine.removeFile(spec.name, '/etc/slow');
    expect((await second).status).toBe('running');
    // The creation boots it once, and the restart, which had its full grace time, once more.
    await eventually(async () => expect(await engine.readFile(spec.name, '/var/boots')).toBe('\n\n'));
    expect(await engine.readFile(spec.name, '/var/halts')).toBe('\n');
    expect((await engine.inspect(spec.name)).status).toBe('Running');
  });

  it('completes a creation that a dead worker started', async () => {
    const unpacking = hold('tar');
    const worker = new AbortController();
    const reason = new Error('killed');
    const first = expect(driver.create(spec, { signal: worker.signal })).rejects.toBe(reason);
    await until(unpacking.isReached);
    const { created_at } = await engine.inspect(spec.name);
    worker.abort(reason);
    await first;
    const line = await relay();
    const second = createIncusVps({ url: line.url, project: engine.project }).create(spec);
    await untilWaiting(line);
    unpacking.letGo();
    expect((await second).status).toBe('running');
    expect((await engine.inspect(spec.name)).created_at).toBe(created_at);
    expect(await engine.readFile(spec.name, '/root/.ssh/authorized_keys')).toContain('second');
  });

  it('reuses the copy that a dead worker started to export', async () => {
    driver = createIncusVps({ url: host.url, project: engine.project, compression: 'gzip' });
    await driver.create(spec);
    const packing = hold('gzip');
    const worker = new AbortController();
    const reason = new Error('killed');
    const first = expect(driver.export(spec.name, { signal: worker.signal })).rejects.toBe(reason);
    await until(packing.isReached);
    worker.abort(reason);
    await first;
    const line = await relay();
    const second = createIncusVps({ url: line.url, project: engine.project }).export(spec.name);
    await untilWaiting(line);
    packing.letGo();
    await driver.examine(await second);
    expect(line.hasHeard('POST /')).toBe(false);
    const { client } = engine;
    const path = `/1.0/instances/${spec.name}/backups`;
    await eventually(async () => expect((await client.call<string[]>('GET', path)).metadata).toEqual([]));
  });

  it('refuses a machine that does not fit into its pool, and leaves nothing behind', async () => {
    const pool = join(host.folder, 'small');
    mkdirSync(pool);
    await host.runInside('mount', '-t', 'tmpfs', '-o', 'size=1m,mode=711', 'tmpfs', pool);
    const { client } = engine;
    const body = { name: 'small', driver: 'dir', config: { source: pool } };
    await client.call('POST', '/1.0/storage-pools', { project: null, body });
    const eth0 = { type: 'nic', name: 'eth0', network: 'hostler0' };
    const devices = { root: { type: 'disk', path: '/', pool: 'small' }, eth0 };
    await client.call('POST', '/1.0/profiles', { project: null, body: { name: 'small', devices } });
    driver = createIncusVps({ url: host.url, project: engine.project, profile: 'small' });
    await expect(driver.create(spec)).rejects.toMatchObject({
      code: 'refused',
      message: 'There is not enough room for this server.',
    });
    expect(await engine.listNames()).toEqual([]);
    await host.runInside('sh', '-c', 'head -c 1000000 /dev/zero >"$0/filling" || true', pool);
    expect(await driver.check()).toMatchObject({ advice: expect.stringContaining('Make room in the storage pool') });
  });

  it('refuses a backup and a restore without enough space, and changes nothing', async () => {
    const state = await driver.create(spec);
    await engine.run(spec.name, 'sh', '-c', 'head -c 3000000 /dev/urandom >/root/random');
    const archive = await buffer(await driver.export(spec.name));
    const spool = join(host.folder, 'data/backups');
    driver = createIncusVps({ url: host.url, project: engine.project, compression: 'gzip' });
    await host.runInside('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', spool);
    try {
      await host.runInside('mkdir', join(spool, 'instances'), join(spool, 'custom'));
      await expect(driver.export(spec.name)).rejects.toMatchObject({ code: 'refused' });
      await expect(driver.import(spec, Readable.from(cut(archive)))).rejects.toMatchObject({
        code: 'refused',
        message: 'There is not enough room for this server.',
      });
    } finally {
      await host.runInside('umount', spool);
    }
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(await engine.listNames()).toEqual([spec.name]);
    await driver.import(spec, Readable.from(cut(archive)));
  });

  it('refuses a machine beyond the limit of the project, and leaves nothing behind', async () => {
    const config = { 'features.images': 'false', 'features.profiles': 'false', 'limits.memory': '128MiB' };
    const body = { name: engine.project, config: { ...config, 'limits.instances': '5' } };
    await engine.client.call('POST', '/1.0/projects', { project: null, body });
    await driver.create(spec);
    await expect(driver.create(makeSpec())).rejects.toMatchObject({
      code: 'refused',
      message: 'No more servers of this size can be made at the moment.',
    });
    expect(await engine.listNames()).toEqual([spec.name]);
  });

  it('answers unreachable to every call without delay while it is down', async () => {
    const state = await driver.create(spec);
    await host.crash();
    const started = performance.now();
    const calls = [
      driver.create(spec),
      driver.start(spec.name),
      driver.destroy(spec.name),
      driver.list(),
      driver.sample(),
      driver.execute(spec.name, ['true'], { timeoutMs: 100_000 }),
      driver.export(spec.name),
      driver.import(spec, Readable.from([Buffer.alloc(2048)])),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EngineError', code: 'unreachable' } });
    }
    expect(performance.now() - started).toBeLessThan(20_000);
    await host.comeBack();
    await awaitBoot(state);
  });

  /** Waits until the engine has rebooted the machines that ran before. */
  async function awaitBoot(state: VpsState): Promise<void> {
    await eventually(async () => expect(await driver.inspect(state.name)).toEqual(state));
  }
});

function* cut(archive: Buffer): Generator<Buffer> {
  for (let at = 0; at < archive.length; at += 65_536) yield archive.subarray(at, at + 65_536);
}
