import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

afterEach(() => void vi.useRealTimers());

const MIB = 1024 * 1024;

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const post = (path: string, length: number, key = '') =>
  `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Reads until the condition is met or the other side closes. */
async function read(socket: Socket, condition: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (condition(text)) break;
  }
  return text;
}

describe('a request that is refused before its body is read', () => {
  it('is answered after the body, and the connection stays open', async () => {
    // However long a busy machine takes to read it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [path, status] of [
      ['/auth/token', '413'],
      ['/tickets', '401'],
      ['/nowhere', '404'],
    ] as const) {
      const socket = await open();
      socket.write(post(path, MIB));
      socket.write('x'.repeat(MIB));
      expect(await read(socket, (text) => text.endsWith('}}'))).toContain(`HTTP/1.1 ${status} `);
      socket.write('GET /api/v1/auth/me HTTP/1.1\r\nhost: x\r\n\r\n');
      expect(await read(socket, (text) => text.endsWith('}}'))).toContain('HTTP/1.1 401 ');
      socket.destroy();
    }
  });

  it('is answered in order if more requests follow at once, in chunks, or after 100 Continue', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const head = 'host: x\r\ncontent-type: application/json\r\n';
    const next = 'GET /api/v1/auth/me HTTP/1.1\r\nhost: x\r\nx-request-id: next\r\n\r\n';
    const chunked = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`.repeat(2);
    for (const [path, status] of [
      ['/auth/token', '413'],
      ['/tickets', '401'],
      ['/nowhere', '404'],
    ] as const) {
      const first = `POST /api/v1${path} HTTP/1.1\r\n${head}x-request-id: first\r\n`;
      for (const request of [
        `${first}content-length: ${MIB}\r\n\r\n${'x'.repeat(MIB)}`,
        `${first}transfer-encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`,
        `${first}expect: 100-continue\r\ntransfer-encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`,
      ]) {
        const socket = await open();
        socket.write(`${request}${next}${request}${next}`);
        const text = await read(socket, (all) => all.split('"success":false').length === 5 && all.endsWith('}}'));
        const answers = [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, code]) => code);
        expect(answers).toEqual([status, '401', status, '401']);
        expect(text.match(/HTTP\/1\.1 100 Continue/g)?.length ?? 0).toBe(request.includes('expect:') ? 2 : 0);
        expect(text).not.toMatch(/connection: close/i);
        socket.destroy();
      }
    }
  });

  it('is answered and closed if the body is endless or never arrives', async () => {
    for (const sent of ['', 'x'.repeat(6 * MIB)]) {
      const socket = await open();
      socket.write(post('/auth/token', 1024 * MIB));
      socket.write(sent);
      const text = await read(socket, () => false).catch(() => 'cut off');
      expect(text).toMatch(/413 Payload Too Large[\s\S]*connection: close|cut off/i);
    }
  });

  it('does no harm if its sender disconnects in the middle', async () => {
    for (let count = 0; count < 20; count++) {
      const socket = await open();
      socket.write(post(count % 2 === 0 ? '/auth/token' : '/tickets', MIB));
      socket.write('x'.repeat(count * 1_000));
      if (count % 3 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    expect((await server.get('/auth/me')).status).toBe(401);
  });

  it('does not block shutdown', async () => {
    const other = await startTestServer({ worker: false });
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    socket.write(post('/auth/token', MIB));
    await read(socket, (text) => text.endsWith('}}'));
    await other.stop();
    expect(socket.readableEnded || socket.destroyed || (await once(socket, 'end'))).toBeTruthy();
  });
});

describe('a body that breaks off', () => {
  it('is an error of its sender, with or without a key, and is not logged as a failure', async () => {
    const { log, lines } = keepLog();
    const logged = await startTestServer({ worker: false, log });
    const { live } = await logged.createAccount();
    const admitted = vi.spyOn(LargeBodies.prototype, 'admit');
    for (const [path, key] of [['/auth/token'], ['/tickets', live]] as const) {
      const socket = connect(Number(new URL(logged.url).port), '127.0.0.1');
      await new Promise<unknown>((resolve) => socket.write(`${post(path, 100, key)}{`, resolve));
      // If the client disconnects before the key is known, its body is never read.
      if (key) await eventually(() => expect(admitted).toHaveBeenCalled());
      socket.destroy();
    }
    admitted.mockRestore();
    const entries = () => lines.map((line) => JSON.parse(line));
    await eventually(() => expect(entries().filter(({ path }) => path)).toHaveLength(2));
    expect(entries().flatMap(({ status }) => status ?? [])).toEqual([400, 400]);
    expect(entries().filter(({ err }) => err)).toEqual([]);
    await logged.stop();
  });
});
