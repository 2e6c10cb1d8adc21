import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type Certificate, makeCertificate } from '@hostler/testing/receivers/certificate.ts';
import { listen, startHttpReceiver, startRawReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProber, type PageOptions, type ProberOptions } from './prober.ts';

const LOCAL = { deniedNetworks: [], allowedNetworks: [], allowLoopback: true };
const PLAIN: PageOptions = { followRedirects: false, readText: false };
const NO_ADDRESS = 'The host has no address that this service sends to.';

let receiver: TestReceiver;
afterEach(() => receiver?.close());

function exchange(path = '/', options: Partial<PageOptions> = {}, prober: Partial<ProberOptions> = {}) {
  const url = path.startsWith('http') ? path : `http://127.0.0.1:${receiver.port}${path}`;
  return createProber({ ...LOCAL, ...prober }).get(url, { ...PLAIN, ...options });
}

describe('an HTTP probe', () => {
  it('identifies itself, sends no secrets, and returns status and time', async () => {
    const seen: unknown[] = [];
    receiver = await startHttpReceiver((request, response) => {
      seen.push(request.method, request.url, request.headers['user-agent'], request.headers.cookie);
      response.writeHead(503).end('no');
    });
    const sight = await exchange('/a?b=c');
    expect(seen).toEqual(['GET', '/a?b=c', 'Hostler-Checks', undefined]);
    expect(sight).toEqual({
      url: `http://127.0.0.1:${receiver.port}/a?b=c`,
      status: 503,
      location: null,
      text: '',
      ms: expect.any(Number),
      certificateExpiresAt: null,
    });
  });

  it('reads the first 64 KiB, and only if requested', async () => {
    receiver = await startRawReceiver((socket) => pour(socket));
    const { text } = await exchange('/', { readText: true });
    expect(text).toHaveLength(65_536);
    expect(await exchange('/')).toMatchObject({ status: 200, text: '' });
    await eventually(() => expect(receiver.open()).toBe(0));
    expect(receiver.bytesSent()).toBeLessThan(16 * 1024 * 1024);
  });

  it('times out if name resolution, the response or its body is slow', async () => {
    const silent = { message: 'There was no answer in time.' };
    receiver = await startRawReceiver(() => {});
    await expect(exchange('/', {}, { limitMs: 60 })).rejects.toMatchObject(silent);
    const never = () => new Promise<string[]>(() => {});
    await expect(exchange('http://slow.example/', {}, { limitMs: 60, resolve: never })).rejects.toMatchObject(silent);
    await receiver.close();
    receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nstart'));
    await expect(exchange('/', { readText: true }, { limitMs: 60 })).rejects.toMatchObject(silent);
    await expect(exchange('/', { signal: AbortSignal.abort() })).rejects.toMatchObject(silent);
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  it('reports the kind of failure, and nothing of the response', async () => {
    receiver = await startRawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await expect(exchange()).rejects.toMatchObject({ message: 'The answer was not HTTP.' });
    await receiver.close();
    await expect(exchange()).rejects.toMatchObject({ message: 'The connection could not be made.' });
    receiver = await startRawReceiver((socket) => socket.destroy());
    await expect(exchange()).rejects.toMatchObject({ message: 'The connection was closed before an answer came.' });
  });
});

describe('a redirect', () => {
  it('is returned as the result, with its absolute URL', async () => {
    receiver = await startHttpReceiver((_, response) => response.writeHead(301, { location: '/new' }).end());
    const location = `http://127.0.0.1:${receiver.port}/new`;
    expect(await exchange('/old')).toMatchObject({ status: 301, location });
  });

  it('is followed up to five times', async () => {
    receiver = await startHttpReceiver(({ url }, response) => {
      const step = Number(url?.slice(1));
      if (step === 0) response.end('there');
      else response.writeHead(302, { location: `/${step - 1}` }).end();
    });
    const follow = { followRedirects: true, readText: true };
    const url = `http://127.0.0.1:${receiver.port}/0`;
    expect(await exchange('/5', follow)).toMatchObject({ status: 200, text: 'there', url });
    await expect(exchange('/6', follow)).rejects.toMatchObject({ message: 'The answer redirects more than 5 times.' });
  });

  it('to an internal address or name is not followed', async () => {
    const inside = await startHttpReceiver((_, response) => response.end('secret'));
    let location = '';
    receiver = await startHttpReceiver((_, response) => response.writeHead(302, { location }).end());
    const resolve = async (name: string) => (name === 'out.example' ? ['127.0.0.1'] : ['10.0.0.1']);
    const from = `http://out.example:${receiver.port}/`;
    for (const address of ['http://10.0.0.1/', `http://u:p@127.0.0.1:${inside.port}/`, 'file:///etc/passwd']) {
      location = address;
      await expect(exchange(from, { followRedirects: true }, { resolve })).rejects.toMatchObject({
        message: 'The answer redirects to an address that this service does not send to.',
      });
    }
    location = `http://in.example:${inside.port}/`;
    await expect(exchange(from, { followRedirects: true }, { resolve })).rejects.toMatchObject({ message: NO_ADDRESS });
    expect(inside.connections()).toBe(0);
    await inside.close();
  });
});

describe('the check for forbidden addresses', () => {
  it('is repeated when the connection is made, for HTTP and TCP probes', async () => {
    receiver = await startHttpReceiver((_, response) => response.end());
    const options = { ...LOCAL, allowLoopback: false, resolve: async () => ['127.0.0.1'] };
    const prober = createProber(options);
    const refused = { message: NO_ADDRESS };
    await expect(prober.get(`http://a.example:${receiver.port}/`, PLAIN)).rejects.toMatchObject(refused);
    await expect(prober.connect(`a.example:${receiver.port}`)).rejects.toMatchObject(refused);
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
      await expect(prober.get(`http://${host}:${receiver.port}/`, PLAIN)).rejects.toMatchObject(refused);
      await expect(prober.connect(`${host}:${receiver.port}`)).rejects.toMatchObject(refused);
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe('a TCP probe', () => {
  it('opens and closes the connection without sending data', async () => {
    const said: Buffer[] = [];
    receiver = await startRawReceiver((socket) => socket.on('data', (chunk) => said.push(chunk)));
    const prober = createProber(LOCAL);
    expect(await prober.connect(`127.0.0.1:${receiver.port}`)).toBeLessThan(10_000);
    await eventually(() => expect([receiver.connections(), receiver.open()]).toEqual([1, 0]));
    expect(said).toEqual([]);
    await receiver.close();
    const failure = { message: 'The connection could not be made.' };
    await expect(prober.connect(`127.0.0.1:${receiver.port}`)).rejects.toMatchObject(failure);
  });
});

describe('a certificate', () => {
  let good: Certificate;
  let server: TestReceiver;

  beforeAll(async () => {
    good = await makeCertificate('site.example');
    server = await listen(
      createTlsServer(good, (_, response) => response.end()),
      '127.0.0.1',
    );
  });
  afterAll(() => server.close());

  const ask = (host: string, ca?: string) =>
    createProber({ ...LOCAL, resolve: async () => ['127.0.0.1'], ...(ca ? { ca } : {}) }).get(
      `https://${host}:${server.port}/`,
      PLAIN,
    );

  it('is reported with its expiry at every probe', async () => {
    const inDays = (ms: number | null) => Math.round(((ms ?? 0) - Date.now()) / 86_400_000);
    for (const _ of [1, 2]) expect(inDays((await ask('site.example', good.cert)).certificateExpiresAt)).toBe(2);
  });

  it('that is invalid makes the probe fail', async () => {
    await expect(ask('other.example', good.cert)).rejects.toMatchObject({ kind: 'tls' });
    await expect(ask('site.example')).rejects.toMatchObject({ kind: 'tls' });
  });
});

function pour(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 104857600\r\n\r\n');
  const write = () => {
    while (!socket.destroyed && socket.write('x'.repeat(65_536)));
  };
  socket.on('drain', write);
  write();
}
