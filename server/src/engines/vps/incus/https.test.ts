import { randomUUID, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { makeSpec, openEngine, type TestEngine, unpacked } from '@hostler/testing/engines/incus.ts';
import { type Certificate, makeCertificate } from '@hostler/testing/receivers/certificate.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VpsDriver } from '../driver.ts';
import { createIncusVps } from './incus.ts';

describeWithService('lxd', 'LXD over HTTPS', (url) => {
  const data = dirname(url.slice('unix:'.length));
  const addressFile = join(data, '..', 'https-url');
  // A server that was provided for this run may not listen.
  describe.skipIf(!existsSync(addressFile))('with a client certificate', () => {
    const httpsUrl = existsSync(addressFile) ? readFileSync(addressFile, 'utf8') : '';
    let engine: TestEngine;
    let ours: Certificate;
    let serverCert: string;

    beforeEach(async () => {
      engine = openEngine(url);
      ours = await makeCertificate('hostler');
      serverCert = readFileSync(join(data, 'server.crt'), 'utf8');
    });
    afterEach(async () => {
      const fingerprint = new X509Certificate(ours.cert).fingerprint256.replaceAll(':', '').toLowerCase();
      const path = `/1.0/certificates/${fingerprint}`;
      await engine.client.call('DELETE', path, { project: null }).catch(() => {});
      await engine.removeProject();
    });

    async function trust(projects?: string[]): Promise<void> {
      const certificate = new X509Certificate(ours.cert).raw.toString('base64');
      const scope = projects ? { restricted: true, projects } : {};
      const body = { type: 'client', name: 'hostler', certificate, ...scope };
      await engine.client.call('POST', '/1.0/certificates', { project: null, body });
    }

    function open(change: { serverCert?: string | undefined; clientCert?: string | undefined } = {}): VpsDriver {
      const options = { ...unpacked, url: httpsUrl, clientCert: ours.cert, clientKey: ours.key, serverCert, ...change };
      return createIncusVps({ ...options, project: engine.project });
    }

    it('supports everything that the socket does', async () => {
      await trust();
      const driver = open();
      const spec = makeSpec();
      expect(await driver.check()).toMatchObject({ reachable: true, advice: null });
      await driver.create(spec);
      const command = ['sh', '-c', 'cat; exit 4'];
      expect(await driver.execute(spec.name, command, { input: 'over TLS', timeoutMs: 100_000 })).toMatchObject({
        ...{ exitCode: 4, stdout: 'over TLS' },
      });
      const archive = await buffer(await driver.export(spec.name));
      expect(await driver.import(spec, Readable.from([archive]))).toMatchObject({ status: 'stopped' });
      expect((await driver.restart(spec.name, { force: true })).status).toBe('running');
      await driver.destroy(spec.name);
    });

    it('needs access to its own project only, if that exists', async () => {
      await engine.makeProject();
      await trust([engine.project]);
      const driver = open();
      const spec = makeSpec();
      expect(await driver.check()).toMatchObject({ reachable: true, advice: null });
      const state = await driver.create(spec);
      expect(state.ipv4).toHaveLength(1);
      expect(await driver.sample()).toMatchObject([{ name: spec.name, memoryUsedBytes: expect.any(Number) }]);
      await driver.setAccess(spec.name, []);
      expect(await driver.execute(spec.name, ['true'], { timeoutMs: 100_000 })).toMatchObject({ exitCode: 0 });
      const archive = await buffer(await driver.export(spec.name));
      expect(await driver.import(spec, Readable.from([archive]))).toEqual({ ...state, status: 'stopped' });
      await driver.destroy(spec.name);
    });

    it('adopts machines of its project, and answers not_found at once for machines of other projects', async () => {
      await engine.makeProject();
      await trust([engine.project]);
      const [driver, source, name] = [open(), `web-${randomUUID().slice(0, 8)}`, `vps-${randomUUID().slice(0, 8)}`];
      await engine.makeForeign(source, { project: 'default' });
      try {
        for (const elsewhere of [`default/${source}`, source]) {
          await expect(driver.adopt(elsewhere, name)).rejects.toMatchObject({
            code: 'not_found',
            message: expect.stringContaining(`moved into "${engine.project}" first`),
          });
        }
      } finally {
        await engine.operations.run('DELETE', `/1.0/instances/${source}`, { project: 'default' });
      }
      await engine.makeForeign(source, { project: engine.project });
      const adopted = await driver.adopt(source, name);
      // As by a worker that takes over after the move.
      expect(await driver.adopt(source, name)).toEqual(adopted);
      expect(await engine.listNames()).toEqual([name]);
    });

    it('works in a restricted project of the operator, and keeps the address of a machine', async () => {
      const { client, project } = engine;
      const isIncus = (await createIncusVps({ url }).check()).version?.startsWith('Incus');
      const rules = {
        'restricted.backups': 'allow',
        ...(isIncus ? { 'restricted.containers.lowlevel': 'allow' } : {}),
      };
      const config = { 'features.images': 'false', 'features.profiles': 'true', restricted: 'true', ...rules };
      await client.call('POST', '/1.0/projects', { project: null, body: { name: project, config } });
      const eth0 = { type: 'nic', name: 'eth0', network: 'hostler0' };
      const devices = { root: { type: 'disk', path: '/', pool: 'default' }, eth0 };
      await client.call('PUT', '/1.0/profiles/default', { body: { devices } });
      await trust([project]);
      const driver = open();
      const spec = makeSpec();
      expect(await driver.check()).toMatchObject({ reachable: true, advice: null });
      const state = await driver.create(spec);
      const archive = await buffer(await driver.export(spec.name));
      expect(await driver.import(spec, Readable.from([archive]))).toEqual({ ...state, status: 'stopped' });
      expect(await driver.start(spec.name)).toEqual(state);
    });

    it('reports to the operator if it has access to another project only', async () => {
      await trust(['default']);
      expect(await open().check()).toMatchObject({
        reachable: false,
        version: expect.any(String),
        detail: `Our certificate may not work in the project "${engine.project}".`,
        advice: expect.stringContaining('HOSTLER_INCUS_PROJECT'),
      });
      await expect(open().create(makeSpec())).rejects.toMatchObject({ code: 'unreachable' });
    });

    it('reports to the operator if the engine does not trust its certificate, and answers unreachable', async () => {
      expect(await open().check()).toMatchObject({
        reachable: false,
        detail: 'The engine does not trust our certificate.',
        advice: expect.stringContaining('config trust add'),
      });
      await expect(open().create(makeSpec())).rejects.toMatchObject({ code: 'unreachable' });
    });

    it('connects only to the server with the configured certificate', async () => {
      await trust();
      const other = await makeCertificate('127.0.0.1');
      const driver = open({ serverCert: other.cert });
      await expect(driver.inspect('vps-1')).rejects.toMatchObject({ code: 'unreachable' });
      expect(await driver.check()).toMatchObject({
        reachable: false,
        detail: expect.stringContaining('different certificate'),
        advice: expect.stringContaining('server.crt'),
      });
    });

    it('refuses a server certificate that it cannot verify', async () => {
      expect(await open({ serverCert: undefined }).check()).toMatchObject({
        reachable: false,
        advice: expect.stringContaining('HOSTLER_INCUS_SERVER_CERT'),
      });
    });
  });
});
