import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { listen, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { findCommand } from '@hostler/testing/services/find-command.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedClient, type GuardedClientOptions } from './guarded-agent.ts';

const openssl = findCommand('openssl') ?? '';
const missing = openssl === '' && process.env.CI !== 'true';

describe.skipIf(missing)(`a secure connection${missing ? ' [openssl is missing]' : ''}`, () => {
  let receiver: TestReceiver;
  let certificate: string;
  const seen: unknown[] = [];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostler-tls-'));
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:hooks.example,IP:127.0.0.1'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(openssl, ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    certificate = readFileSync(cert, 'utf8');
    const server = createServer({ key: readFileSync(key), cert: certificate }, (request, response) => {
      seen.push((request.socket as TLSSocket).servername, request.headers.host);
      response.end();
    });
    rmSync(folder, { recursive: true });
    receiver = await listen(server, '127.0.0.1');
  });
  afterAll(() => receiver.close());

  async function send(host: string, options: Partial<GuardedClientOptions>) {
    const resolve = async () => ['127.0.0.1'];
    const client = createGuardedClient({
      deniedNetworks: [],
      allowedNetworks: [],
      allowLoopback: true,
      resolve,
      ...options,
    });
    const url = `https://${host}:${receiver.port}/`;
    return client.post(url, { headers: {}, body: '{}' }).finally(() => client.close());
  }

  it('sends the host name to the receiver, not the address', async () => {
    seen.length = 0;
    expect(await send('hooks.example', { ca: certificate })).toMatchObject({ status: 200 });
    expect(seen).toEqual(['hooks.example', `hooks.example:${receiver.port}`]);
  });

  it('can be made to an address that the certificate names', async () => {
    expect(await send('127.0.0.1', { ca: certificate })).toMatchObject({ status: 200 });
  });

  it('is refused if the certificate is for another name', async () => {
    const failure = { kind: 'tls', message: 'A secure connection could not be made; check the certificate.' };
    await expect(send('other.example', { ca: certificate })).rejects.toMatchObject(failure);
  });

  it('is refused if the certificate is not trusted', async () => {
    await expect(send('hooks.example', {})).rejects.toMatchObject({ kind: 'tls' });
  });

  it('is refused if the name resolves to a private address', async () => {
    const refused = send('hooks.example', { ca: certificate, allowLoopback: false });
    await expect(refused).rejects.toMatchObject({ kind: 'refused_target' });
  });
});
