import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machine } from 'node:os';
import { dirname, join } from 'node:path';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createIncusVps } from './incus.ts';

const kind = 'container' as const;

describeWithService('lxd', 'an image that LXD does not have', (url) => {
  const archive = join(dirname(url.slice('unix:'.length)), '..', 'busybox.tar');
  let engine: TestEngine;

  beforeEach(async () => {
    engine = openEngine(url);
    await engine.makeProject();
  });
  afterEach(() => engine.removeProject());

  /** Starts a machine in the network of LXD that serves one image, like a public image server. */
  async function serveImage(alias: string): Promise<{ imageServer: string; fingerprint: string }> {
    const name = `images-${randomUUID().slice(0, 8)}`;
    // Differs from the existing archive; otherwise nothing would be fetched.
    const image = Buffer.concat([readFileSync(archive), Buffer.alloc(512)]);
    const sha256 = createHash('sha256').update(image).digest('hex');
    const arch = { aarch64: 'arm64', x86_64: 'amd64' }[machine()] ?? machine();
    const product = `busybox:1:${arch}:default`;
    const makeItem = (ftype: string) => [ftype, { ftype, path: 'image.tar', sha256, size: image.length }];
    // Each product looks for its own name.
    const items = Object.fromEntries(['lxd_combined.tar.gz', 'incus_combined.tar.gz'].map(makeItem));
    const versions = { '20260101_00:00': { items } };
    const description = { aliases: alias, arch, os: 'busybox', release: '1', release_title: '1', variant: 'default' };
    const datatype = 'image-downloads';
    const images = { format: 'products:1.0', datatype, products: { [product]: { ...description, versions } } };
    const entry = { datatype, path: 'streams/v1/images.json', format: 'products:1.0', products: [product] };
    const driver = createIncusVps({ url, project: engine.project });
    const { ipv4 } = await driver.create({ ...makeSpec(), name });
    await engine.run(name, 'mkdir', '-p', '/www/streams/v1');
    await engine.writeFile(name, '/www/streams/v1/images.json', JSON.stringify(images));
    await engine.writeFile(
      name,
      '/www/streams/v1/index.json',
      JSON.stringify({ format: 'index:1.0', index: { images: entry } }),
    );
    await engine.writeFile(name, '/www/image.tar', image);
    await engine.run(name, 'httpd', '-p', '80', '-h', '/www');
    return { imageServer: `http://${ipv4[0]}`, fingerprint: sha256 };
  }

  it.skipIf(!existsSync(archive))('is fetched from the image server', async () => {
    const alias = `remote/${randomUUID().slice(0, 8)}`;
    const { imageServer, fingerprint } = await serveImage(alias);
    const driver = createIncusVps({ url, project: engine.project, imageServer });
    expect(await driver.create({ ...makeSpec(), image: alias })).toMatchObject({ status: 'running' });
    await expect(driver.create({ ...makeSpec(), image: 'remote/none' })).rejects.toMatchObject({
      code: 'refused',
      message: 'There is no image "remote/none".',
    });
    // A fetched image belongs to all projects, and is named by its content.
    await engine.operations.run('DELETE', `/1.0/images/${fingerprint}`);
  });

  it('is reported as missing if the image server does not have it either', async () => {
    const files: Record<string, object> = {
      '/streams/v1/index.json': {
        index: {
          other: { datatype: 'content-download', path: 'streams/v1/none.json' },
          images: { datatype: 'image-downloads', path: 'streams/v1/images.json' },
        },
      },
      '/streams/v1/images.json': {
        products: { 'debian:13:amd64:default': { aliases: 'debian/13/default,debian/13', arch: 'amd64' } },
      },
    };
    const web = createServer(({ url: path = '' }, response) => {
      response.statusCode = files[path] ? 200 : 404;
      response.end(JSON.stringify(files[path] ?? {}));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    try {
      const driver = createIncusVps({ url, project: engine.project, imageServer: `http://127.0.0.1:${port}/` });
      const wanted = ['debian/13', 'debian/13/amd64', 'debian/31', 'busybox'].map((image) => ({ image, kind }));
      expect((await driver.checkImages(wanted)).missing).toEqual([{ image: 'debian/31', kind }]);
      delete files['/streams/v1/images.json'];
      expect((await driver.checkImages(wanted)).missing, 'a server that fails tells nothing').toEqual([]);
    } finally {
      web.close();
    }
  });

  it('is not reported as missing while the image server does not answer, and a creation answers unreachable', async () => {
    const driver = createIncusVps({ url, project: engine.project, imageServer: 'https://127.0.0.1:1' });
    await expect(driver.create({ ...makeSpec(), image: 'debian/13' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await engine.listNames()).toEqual([]);
    expect((await driver.checkImages([{ image: 'debian/13', kind }])).missing).toEqual([]);
    const ofOtherKind = [{ image: 'busybox', kind: 'virtual-machine' as const }];
    expect((await driver.checkImages(ofOtherKind)).missing).toEqual(ofOtherKind);
  });
});
