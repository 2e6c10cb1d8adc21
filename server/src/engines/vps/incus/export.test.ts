import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VpsDriver, VpsSpec } from '../driver.ts';
import { createIncusVps } from './incus.ts';

describeWithService('lxd', 'an export from LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let spec: VpsSpec;

  beforeEach(async () => {
    engine = openEngine(url);
    spec = makeSpec();
    path = `/1.0/instances/${spec.name}/backups`;
    driver = createIncusVps({ url, project: engine.project });
    await driver.create(spec);
  });
  afterEach(() => engine.removeProject());

  let path: string;
  const awaitNoCopies = () =>
    eventually(async () => expect((await engine.client.call<string[]>('GET', path)).metadata).toEqual([]));

  it('leaves no copy on the engine, whether or not it is read to the end', async () => {
    await buffer(await driver.export(spec.name));
    await awaitNoCopies();
    const stream = await driver.export(spec.name);
    stream.destroy();
    await awaitNoCopies();
    const partly = await driver.export(spec.name);
    await once(partly, 'readable');
    partly.read(1);
    partly.destroy();
    await awaitNoCopies();
  });

  it('removes the copies of dead workers, and no others', async () => {
    const make = (name: string) =>
      engine.operations.run('POST', path, { body: { name, compression_algorithm: 'none' } });
    await make('hostler-stale');
    await make('by-hand');
    await buffer(await driver.export(spec.name));
    await eventually(async () => {
      const { metadata } = await engine.client.call<string[]>('GET', path);
      expect(metadata.map((copy) => copy.split('?')[0]?.split('/').at(-1))).toEqual(['by-hand']);
    });
  });

  it('rejects with the abort reason', async () => {
    const controller = new AbortController();
    const reason = new Error('given up');
    const stream = await driver.export(spec.name, { signal: controller.signal });
    const failed = once(stream, 'error');
    controller.abort(reason);
    expect(await failed).toEqual([reason]);
    await awaitNoCopies();
  });

  it.each(['none', 'gzip', 'zstd'] as const)('passes the examination when compressed with %s', async (compression) => {
    driver = createIncusVps({ url, project: engine.project, compression });
    await driver.examine(await driver.export(spec.name));
  });
});
