import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWithService } from '../../../../../testing/describe-with-service.ts';
import { makeSpec, openProject, type TestEngine } from '../../../../../testing/engines/incus.ts';
import { type PrivateEngine, startPrivateEngine } from '../../../../../testing/engines/private-lxd.ts';
import type { VpsSpec } from '../driver.ts';
import { createIncusVps } from './incus.ts';

const global = { project: null };

describeWithService('lxd', 'a start over which LXD stumbles', (beside) => {
  /** For itself: the machines that other tests make meanwhile are what it stumbles over too. */
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
    // The hook runs as the one who starts containers, not as us.
    chmodSync(folder, 0o777);
    ({ engine, spec } = openProject(host.url));
  });
  afterEach(async () => {
    await engine.removeProject();
    await engine.client.call('DELETE', `/1.0/profiles/${engine.project}`, global);
    rmSync(folder, { recursive: true });
  });

  /** A driver whose containers are started by this command, which counts its runs. */
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

  it('is tried once more, and the machine is made after all', async () => {
    const driver = await driveWithHook('[ "$(wc -l <tries)" -ne 1 ]');
    const state = await driver.create(spec);
    expect(state).toMatchObject({ status: 'running', ipv4: [expect.any(String)] });
    expect(await driver.inspect(spec.name)).toEqual(state);
    expect(countTries()).toBe(2);
  });

  it('is none that is left of machines made at the same time, which LXD gives maps of ids that it may not use', async () => {
    const driver = await driveWithHook('exit 0');
    const specs = Array.from({ length: 4 }, makeSpec);
    const made = await Promise.all(specs.map((each) => driver.create(each)));
    expect(made.map(({ status }) => status)).toEqual(specs.map(() => 'running'));
  });

  it('is refused when it fails again, and leaves nothing', async () => {
    const driver = await driveWithHook('exit 1');
    await expect(driver.create(spec)).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    expect(countTries()).toBe(2);
    expect(await engine.listNames()).toEqual([]);
  });
});
