import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { type PrivateEngine, startPrivateEngine } from '@hostler/testing/engines/private-lxd.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { VpsSpec } from '../driver.ts';
import { createIncusVps } from './incus.ts';

const global = { project: null };

describeWithService('lxd', 'a start that fails on LXD without a reason', (beside) => {
  /** A private engine, because machines of other tests can cause the failure, too. */
  let host: PrivateEngine;
  let folder: string;
  let engine: TestEngine;
  let spec: VpsSpec;

  beforeAll(async () => {
    host = await startPrivateEngine(beside);
  });
  afterAll(() => host.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hostler-stumble-'));
    // The hook runs as the user that starts containers.
    chmodSync(folder, 0o777);
    ({ engine, spec } = openProject(host.url));
  });
  afterEach(async () => {
    await engine.removeProject();
    await engine.client.call('DELETE', `/1.0/profiles/${engine.project}`, global);
    rmSync(folder, { recursive: true });
  });

  /** Returns a driver whose containers run this command at start, which counts its runs. */
  async function driveWithHook(command: string) {
    const hook = join(folder, 'hook');
    writeFileSync(hook, `#!/bin/sh\ncd ${folder}\necho >>tries\n${command}\n`, { mode: 0o755 });
    const root = { type: 'disk', path: '/', pool: 'default' };
    const devices = { root, eth0: { type: 'nic', name: 'eth0', network: 'hostler0' } };
    const body = { name: engine.project, config: { 'raw.lxc': `lxc.hook.mount = ${hook}` }, devices };
    await engine.client.call('POST', '/1.0/profiles', { ...global, body });
    return createIncusVps({ url: host.url, project: engine.project, profile: engine.project });
  }
  const countTries = () => readFileSync(join(folder, 'tries'), 'utf8').length;

  it('is retried once, and the machine is created', async () => {
    const driver = await driveWithHook('[ "$(wc -l <tries)" -ne 1 ]');
    const state = await driver.create(spec);
    expect(state).toMatchObject({ status: 'running', ipv4: [expect.any(String)] });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(countTries()).toBe(2);
  });

  it('succeeds for concurrent creations, which get unusable id maps from LXD', async () => {
    const driver = await driveWithHook('exit 0');
    const specs = Array.from({ length: 4 }, makeSpec);
    const made = await Promise.all(specs.map((each) => driver.create(each)));
    expect(made.map(({ status }) => status)).toEqual(specs.map(() => 'running'));
  });

  it('is refused if it fails again, and leaves nothing behind', async () => {
    const driver = await driveWithHook('exit 1');
    await expect(driver.create(spec)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    expect(countTries()).toBe(2);
    expect(await engine.listNames()).toEqual([]);
  });
});
