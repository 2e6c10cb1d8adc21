import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHttpReceiver, startRawReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedClient, type GuardedClient, type GuardedLimits, type PostRequest } from './guarded-agent.ts';

/** Longer than any test takes: an exchange that ends earlier ended for another reason. */
const NEVER_MS = 90_000;
const PATIENT = { connectMs: NEVER_MS, totalMs: NEVER_MS, bodyMs: NEVER_MS };
/** For exchanges that end by a timeout. */
const HASTY = { connectMs: 500, totalMs: 600, bodyMs: 200 };
const HEAD = 'HTTP/1.1 200 OK\r\n';

let receiver: TestReceiver;
let client: GuardedClient;

afterEach(async () => {
  await client.close();
  await receiver.close();
});

interface Post extends Partial<PostRequest> {
  readonly scheme?: string;
  readonly limits?: Partial<GuardedLimits>;
}

function post({ scheme = 'http', limits = PATIENT, ...request }: Post = {}) {
  client = createGuardedClient({ deniedNetworks: [], allowedNetworks: [], allowLoopback: true, limits });
  return client.post(`${scheme}://127.0.0.1:${receiver.port}/hook?x=1`, { headers: {}, body: '{}', ...request });
}

async function repeat(socket: Socket, text: string, everyMs: number, head = ''): Promise<void> {
  socket.write(head);
  while (!socket.destroyed) {
    socket.write(text);
    await sleep(everyMs);
  }
}

describe('an exchange', () => {
  it('sends the body and the headers unchanged', async () => {
    const body = Buffer.from('{"name":"Ünïcødé \u2028"}');
    const got: unknown[] = [];
    receiver = await startHttpReceiver(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      got.push(request.method, request.url, request.headers['x-webhook-event'], Buffer.concat(chunks).equals(body));
      response.writeHead(202, { 'retry-after': '120' }).end('thanks');
    });
    const answer = await post({ headers: { 'X-Webhook-Event': 'ticket.created' }, body });
    expect(got).toEqual(['POST', '/hook?x=1', 'ticket.created', true]);
    expect(answer).toEqual({ status: 202, durationMs: expect.any(Number), bodyStart: 'thanks', retryAfter: '120' });
  });

  it('reuses a connection', async () => {
    receiver = await startHttpReceiver((request, response) =>
      request.resume().on('end', () => response.end('x'.repeat(5_000))),
    );
    await post();
    for (let count = 0; count < 5; count += 1) {
      await client.post(`http://127.0.0.1:${receiver.port}/`, { headers: {}, body: '{}' });
    }
    // Two alternate: undici rests a connection for one event loop iteration after each response.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  it('keeps the first KiB of the response as text that a database can store', async () => {
    receiver = await startHttpReceiver((_, response) => response.end(`a\0${'é'.repeat(5_000)}`));
    const { bodyStart } = await post();
    expect(bodyStart).toBe(`a\uFFFD${'é'.repeat(511)}`);
    await client.close();
    receiver = await startHttpReceiver((_, response) => response.end(`abc${'é'.repeat(5_000)}`));
    expect((await post()).bodyStart).toBe(`abc${'é'.repeat(510)}`);
  });

  it('reads little of a response of 100 MB', async () => {
    receiver = await startRawReceiver((socket) => {
      socket.write(`${HEAD}content-length: 104857600\r\n\r\n`);
      const write = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', write);
      write();
    });
    const answer = await post();
    expect(answer).toMatchObject({ status: 200, bodyStart: 'x'.repeat(1_024) });
    await eventually(() => expect(receiver.open()).toBe(0));
    expect(receiver.bytesSent()).toBeLessThan(16 * 1024 * 1024);
  });

  it('succeeds with the status of a response whose body trickles, and closes the connection', async () => {
    receiver = await startRawReceiver((socket) => {
      socket.write(`${HEAD}content-length: 1000\r\n\r\n`);
      void repeat(socket, 'x', 20);
    });
    const answer = await post({ limits: { ...PATIENT, bodyMs: HASTY.bodyMs } });
    expect(answer).toMatchObject({ status: 200, bodyStart: expect.stringMatching(/^x+$/) });
    expect(answer.durationMs).toBeLessThan(PATIENT.totalMs);
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  it('succeeds with the status of a response that breaks off', async () => {
    receiver = await startRawReceiver((socket) => socket.end(`${HEAD}content-length: 1000\r\n\r\nhalf`));
    expect(await post()).toMatchObject({ status: 200, bodyStart: 'half' });
  });

  it('succeeds with the status of a response whose body becomes malformed', async () => {
    receiver = await startRawReceiver((socket) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\nnot a chunk`));
    expect(await post()).toMatchObject({ status: 200 });
  });

  it('does not decompress a compressed response', async () => {
    receiver = await startRawReceiver((socket) =>
      socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc`),
    );
    expect(await post()).toMatchObject({ status: 200, bodyStart: 'abc' });
  });
});

describe('an exchange with a receiver that', () => {
  const behaviours: [string, string, (socket: Socket) => void][] = [
    ['never answers', 'timeout', () => {}],
    ['trickles its headers', 'timeout', (socket) => void repeat(socket, 'H', 1_000)],
    ['trickles header lines', 'timeout', (socket) => void repeat(socket, 'x: y\r\n', 20, HEAD)],
    [
      'sends interim responses forever',
      'timeout',
      (socket) => void repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 20),
    ],
    ['sends headers forever', 'garbage', (socket) => void repeat(socket, `x: ${'y'.repeat(8_000)}\r\n`, 1, HEAD)],
    ['speaks another protocol', 'garbage', (socket) => void socket.write('SSH-2.0-OpenSSH_9.2p1\r\n')],
    ['sends bytes that are not HTTP', 'garbage', (socket) => void socket.write(Buffer.alloc(5_000, 0xfe))],
    ['sends no status code', 'garbage', (socket) => void socket.write('HTTP/1.1 OK\r\n\r\n')],
    [
      'switches to another protocol',
      'closed',
      (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['closes the connection', 'closed', (socket) => void socket.end()],
    ['resets the connection', 'closed', (socket) => void socket.resetAndDestroy()],
    ['closes the connection inside its headers', 'closed', (socket) => void socket.end('HTTP/1.1 200 OK\r\nconte')],
  ];
  for (const [what, kind, answer] of behaviours) {
    it(`${what} ends as ${kind}, in time`, async () => {
      receiver = await startRawReceiver(answer);
      const limits = kind === 'timeout' ? { ...PATIENT, totalMs: HASTY.totalMs } : PATIENT;
      const started = performance.now();
      await expect(post({ limits })).rejects.toMatchObject({ name: 'DeliveryError', kind });
      expect(performance.now() - started).toBeLessThan(NEVER_MS);
      await eventually(() => expect(receiver.open()).toBe(0));
    });
  }

  it('never reads ends as timeout', async () => {
    receiver = await startRawReceiver((socket) => socket.pause());
    await expect(post({ body: Buffer.alloc(50_000_000), limits: HASTY })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('never completes the TLS handshake ends as timeout', async () => {
    receiver = await startRawReceiver(() => {});
    await expect(post({ scheme: 'https', limits: HASTY })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('has no TLS ends as tls', async () => {
    receiver = await startHttpReceiver((_, response) => response.end());
    await expect(post({ scheme: 'https' })).rejects.toMatchObject({ kind: 'tls' });
  });

  it('does not exist ends as connect, and reveals nothing more', async () => {
    receiver = await startHttpReceiver(() => {});
    await receiver.close();
    await expect(post()).rejects.toMatchObject({ kind: 'connect', message: 'The connection could not be made.' });
  });
});

describe('a running exchange', () => {
  it('ends when its caller aborts it', async () => {
    receiver = await startRawReceiver(() => {});
    const started = performance.now();
    await expect(post({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ kind: 'timeout' });
    expect(performance.now() - started).toBeLessThan(NEVER_MS);
    await expect(post({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends when the client closes', async () => {
    receiver = await startRawReceiver(() => {});
    const under = expect(post()).rejects.toMatchObject({ kind: 'closed' });
    await eventually(() => expect(receiver.connections()).toBe(1));
    await client.close();
    await under;
  });

  it('sends nothing after its timeout', async () => {
    const arrived: (string | undefined)[] = [];
    receiver = await startHttpReceiver(({ url }, response) => {
      arrived.push(url);
      response.end();
    });
    const found = Promise.withResolvers<string[]>();
    client = createGuardedClient({
      deniedNetworks: [],
      allowedNetworks: [],
      allowLoopback: true,
      resolve: () => found.promise,
      limits: { ...PATIENT, totalMs: 100 },
    });
    const origin = `http://late.example:${receiver.port}`;
    const late = client.post(`${origin}/late`, { headers: {}, body: '{}' });
    await expect(late).rejects.toMatchObject({ kind: 'timeout' });
    found.resolve(['127.0.0.1']);
    await eventually(() => expect(receiver.connections()).toBe(1));
    // A later request arrives after the first would have. It may time out on a busy machine, so it is retried.
    await eventually(() => client.post(`${origin}/next`, { headers: {}, body: '{}' }));
    expect(new Set(arrived)).toEqual(new Set(['/next']));
  });
});
