import { EventEmitter, once } from 'node:events';
import { connect, Socket } from 'node:net';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually } from '@hostler/testing/until.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Caller } from './caller.ts';
import { LargeBodies } from './large-bodies.ts';

const AT_ONCE = 8;
const MOST_WAITING = 100;
/** Refused for its content after it was read. */
const BODY = JSON.stringify({ subject: 'x'.repeat(100_000) });

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  other = await server.createAccount();
  return server.stop;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.restoreAllMocks();
});

/** Starts requests whose bodies are not sent yet, and waits until the server knows them. */
async function begin(count: number, key = account.live) {
  const admitted = vi.spyOn(LargeBodies.prototype, 'admit');
  const begun = [];
  for (let number = 0; number < count; number++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    const answered = once(socket, 'data').then(([chunk]) => String(chunk).slice(9, 12));
    answered.catch(() => {});
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/tickets HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`,
    );
    begun.push({ socket, answered, sendBody: () => socket.write(BODY) });
  }
  await eventually(() => expect(admitted).toHaveBeenCalledTimes(count));
  admitted.mockRestore();
  return begun;
}

const ask = (key: string) => server.request('POST', '/tickets', { key, body: BODY });

describe('large bodies', () => {
  it('of one account are read a few at a time, while other accounts and small bodies do not wait', async () => {
    const slow = await begin(AT_ONCE);
    const [next] = await begin(1);
    next?.sendBody();
    let isAnswered = false;
    void next?.answered.then(() => {
      isAnswered = true;
    });
    expect((await ask(other.live)).status).toBe(422);
    expect((await server.post('/tickets', account.live, { subject: 'Small', message: 'Small.' })).status).toBe(201);
    expect(isAnswered).toBe(false);
    slow[0]?.sendBody();
    expect(await slow[0]?.answered).toBe('422');
    expect(await next?.answered).toBe('422');
  });

  it('that are aborted free their slots', async () => {
    const slow = await begin(AT_ONCE);
    const [next] = await begin(1);
    next?.sendBody();
    slow[3]?.socket.destroy();
    expect(await next?.answered).toBe('422');
  });

  it('whose clients disconnected during authentication take no slot', async () => {
    const bodies = new LargeBodies();
    const caller = { account: { id: 1 } } as Caller;
    const admit = (socket: Socket) =>
      new Promise<void>((resolve) => {
        const request = { headers: { 'content-length': '100000' }, raw: { socket } } as unknown as FastifyRequest;
        bodies.admit(caller, request, { raw: new EventEmitter() } as unknown as FastifyReply, () => resolve());
      });
    for (let number = 0; number < 2 * AT_ONCE; number++) {
      const gone = new Socket().destroy();
      await once(gone, 'close');
      await admit(gone);
    }
    await admit(new Socket());
  });

  it('are refused if too many wait', async () => {
    await begin(AT_ONCE + MOST_WAITING);
    const [further] = await begin(1);
    further?.sendBody();
    expect(await further?.answered).toBe('429');
    expect((await ask(other.live)).status).toBe(422);
  });
});
