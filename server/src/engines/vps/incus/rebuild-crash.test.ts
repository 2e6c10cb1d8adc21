import { join } from 'node:path';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { type PrivateEngine, startPrivateEngine } from '@hostler/testing/engines/private-lxd.ts';
import { openRelay } from '@hostler/testing/receivers/relay.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { VpsDriver, VpsSpec, VpsState } from '../driver.ts';
import { createIncusVps } from './incus.ts';

const REPORTED = { code: 'refused', message: expect.stringContaining('Nothing of it is lost.') };

describeWithService('lxd', 'an LXD that is killed while it renames a machine for a rebuild', (url) => {
  let host: PrivateEngine;
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;
  let state: VpsState;

  beforeAll(async () => {
    host = await startPrivateEngine(url);
  });
  afterAll(() => host.close());

  beforeEach(async () => {
    engine = openEngine(host.url);
    driver = createIncusVps({ ...unpacked, url: host.url, project: engine.project });
    spec = makeSpec();
    state = await driver.create(spec);
    await engine.writeFile(spec.name, '/root/note', 'old');
  });
  afterEach(() => engine.removeProject());

  /** Kills the engine when it renames something from or to the name of the machine. */
  async function rebuildAndCrash(): Promise<void> {
    const folder = join(host.folder, 'data/storage-pools/default/containers', `${engine.project}_${spec.name}`);
    await host.crashAtRename(folder);
    await expect(driver.rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
    await host.crash();
    await host.comeBack();
  }

  /** Rebuilds until the old machine has lost its name and the new one does not have it yet. */
  async function rebuildHalf(): Promise<void> {
    const line = await openRelay(host.url);
    onTestFinished(line.close);
    line.cutAt(new RegExp(`POST /1\\.0/instances/${spec.name}-NEW-\\w+\\?`), { heard: false });
    const half = createIncusVps({ ...unpacked, url: line.url, project: engine.project });
    await expect(half.rebuild(spec, { token: 'one' })).rejects.toMatchObject({ code: 'unreachable' });
  }

  async function expectOld(): Promise<void> {
    expect(await driver.start(spec.name)).toEqual(state);
    expect(await engine.readFile(spec.name, '/root/note')).toBe('old');
    expect((await engine.inspect(spec.name)).devices.eth0).toMatchObject({ 'ipv4.address': state.ipv4[0] });
  }

  it('reports the old machine, which its operator finds again and which starts with its addresses', async () => {
    await rebuildAndCrash();
    await expect(driver.rebuild(spec, { token: 'one' })).rejects.toMatchObject(REPORTED);
    await expect(driver.start(spec.name)).rejects.toMatchObject(REPORTED);
    await host.operate(`lxc --project ${engine.project} delete ${spec.name}`);
    await host.operate(`printf 'no\\nyes\\nyes\\n' | lxd recover`);
    await expectOld();
  });

  it('reports the new machine, and the old one starts after its operator removed the record in its way', async () => {
    await rebuildHalf();
    await rebuildAndCrash();
    await expect(driver.rebuild(spec, { token: 'one' })).rejects.toMatchObject(REPORTED);
    await expect(driver.start(spec.name)).rejects.toMatchObject(REPORTED);
    await host.operate(`lxd sql global "delete from storage_volumes where name = '${spec.name}'"`);
    await expectOld();
  });

  it('leaves the old machine to a start if the rebuild is given up in between', async () => {
    await rebuildHalf();
    await expectOld();
    expect(await engine.listNames()).toEqual([spec.name]);
  });
});
