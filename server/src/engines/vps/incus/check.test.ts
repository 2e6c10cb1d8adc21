import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openEngine, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIncusVps } from './incus.ts';
import type { Settings } from './wire.ts';

describe('the report about an unreachable engine', () => {
  let folder: string;
  const servers: Server[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hostler-check-'));
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    rmSync(folder, { recursive: true });
  });

  it('names the missing socket', async () => {
    const url = `unix:${folder}/none`;
    expect(await createIncusVps({ url }).check()).toEqual({
      reachable: false,
      version: null,
      detail: `There is no socket at ${url}.`,
      advice: 'Start Incus or LXD on this host, or correct HOSTLER_INCUS_URL.',
    });
    await expect(createIncusVps({ url }).inspect('vps-1')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('says that nothing answers at the address', async () => {
    const socket = createSocket();
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
    const { port } = socket.address() as AddressInfo;
    await new Promise((resolve) => socket.close(resolve));
    expect(await createIncusVps({ url: `https://127.0.0.1:${port}` }).check()).toMatchObject({
      reachable: false,
      detail: `Nothing answers at https://127.0.0.1:${port}.`,
    });
  });

  it('advises to check the log if another server answers', async () => {
    const path = join(folder, 'socket');
    const web = createServer((_request, response) => response.end('<html>It works!</html>'));
    servers.push(web);
    await new Promise<void>((resolve) => web.listen(path, resolve));
    expect(await createIncusVps({ url: `unix:${path}` }).check()).toMatchObject({
      reachable: false,
      version: null,
      advice: expect.stringContaining('log of Incus or LXD'),
    });
  });
});

describeWithService('lxd', 'the check of LXD', (url) => {
  let engine: TestEngine;

  beforeEach(() => {
    engine = openEngine(url);
  });
  afterEach(() => engine.removeProject());

  const check = (profile = 'default') => createIncusVps({ url, project: engine.project, profile }).check();

  it('reports the capabilities, before and after the project is created', async () => {
    const { version, detail, advice } = await check();
    expect(version).toMatch(/^(LXD|Incus) \d+\.\d+/);
    expect(detail).toMatch(
      new RegExp(
        `^It can make containers.* in the project "${engine.project}", not made yet, with disks in the pool "default" \\(dir, \\d+ % used\\) and the network "hostler0"\\.$`,
      ),
    );
    expect(advice).toBeNull();
    await engine.makeProject();
    expect((await check()).detail).not.toContain('not made yet');
  });

  it.each<[string, Record<string, Settings> | undefined, string]>([
    ['is missing', undefined, 'Make the profile'],
    ['has no root disk', {}, 'Add a root disk'],
    ['has no network', { root: { type: 'disk', path: '/', pool: 'default' } }, 'Add a network card'],
  ])('gives advice if the profile %s', async (_what, devices, advice) => {
    const { client, project: name } = engine;
    if (devices) await client.call('POST', '/1.0/profiles', { project: null, body: { name, devices } });
    try {
      expect(await check(name)).toMatchObject({ reachable: true, advice: expect.stringContaining(advice) });
    } finally {
      if (devices) await client.call('DELETE', `/1.0/profiles/${name}`, { project: null });
    }
  });

  it('gives advice if the project forbids backups', async () => {
    const config = { 'features.images': 'false', 'features.profiles': 'true', restricted: 'true' };
    const { client, project } = engine;
    await client.call('POST', '/1.0/projects', { project: null, body: { name: project, config } });
    const eth0 = { type: 'nic', name: 'eth0', network: 'hostler0' };
    const devices = { root: { type: 'disk', path: '/', pool: 'default' }, eth0 };
    await client.call('PUT', '/1.0/profiles/default', { body: { devices } });
    expect(await check()).toMatchObject({ advice: expect.stringContaining('restricted.backups=allow') });
  });
});
