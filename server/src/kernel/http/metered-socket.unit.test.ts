import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameCounter } from './frame-counter.ts';
import { InputMeter } from './input-meter.ts';
import { MeteredSocket } from './metered-socket.ts';

const MINUTE = 60_000;

let http: Server;
const clients: WebSocket[] = [];
/** The clock of the meters. */
let now = 0;
const clock = () => now;

beforeEach(async () => {
  http = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.terminate();
  http.closeAllConnections();
  http.close();
});

const urlOf = (protocol: string) => `${protocol}://127.0.0.1:${(http.address() as AddressInfo).port}`;

/** Connects a client whose input the meter limits. */
async function connect(meter: InputMeter) {
  const upgraded = once(http, 'upgrade');
  const client = new WebSocket(urlOf('ws'), { perMessageDeflate: false });
  clients.push(client);
  client.on('error', () => {});
  const [request, socket, head] = await upgraded;
  const metered = new MeteredSocket(socket, clock);
  metered.share(meter);
  const endpoint = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const accepted = await new Promise<WebSocket>((resolve) =>
    endpoint.handleUpgrade(request, metered, head, (one) => resolve(one)),
  );
  const received = { messages: 0, passed: 0, bytes: Buffer.alloc(0), pings: 0, isClosed: false };
  accepted.on('message', (data: Buffer) => {
    received.messages++;
    received.bytes = Buffer.concat([received.bytes, data]);
  });
  metered.on('data', (piece: Buffer) => {
    received.passed += piece.length;
  });
  accepted.on('ping', () => received.pings++);
  accepted.on('error', () => {});
  accepted.on('close', () => {
    received.isClosed = true;
  });
  await once(client, 'open');
  return { client, accepted, metered, received };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the frame of a client with an empty mask. */
function frame(opcode: number, payload: string, isLast = true): Buffer {
  return Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0, ...Buffer.from(payload)]);
}

describe('a flood of one-byte frames', () => {
  it('of ten connections takes no more than the limit of their meter, while a neighbour is served', async () => {
    const meter = new InputMeter({ now: clock });
    const flooding: Awaited<ReturnType<typeof connect>>[] = [];
    while (flooding.length < 10) flooding.push(await connect(meter));
    for (const { client } of flooding) for (let count = 0; count < 5_000; count++) client.send('x');
    const countAll = () => flooding.reduce((sum, { received }) => sum + received.messages, 0);
    // The last piece may exceed the limit by its frames. Each connection may have begun a frame.
    const most = 1_000 + 43;
    await until(() => countAll() >= 1_000 - 10);
    for (let request = 0; request < 50; request++) expect(await (await fetch(urlOf('http'))).text()).toBe('served');
    expect(countAll()).toBeLessThanOrEqual(most);
    now += 500;
    await until(() => countAll() >= 1_500 - 10);
    await turns(1_000);
    expect(countAll()).toBeLessThanOrEqual(most + 500);
    // They took turns.
    for (const { received } of flooding) expect(received.messages).toBeGreaterThan(0);
  });

  it('does not delay the input of a connection with another meter', async () => {
    const flooding = await connect(new InputMeter({ now: clock }));
    for (let count = 0; count < 5_000; count++) flooding.client.send('x');
    await until(() => flooding.received.messages >= 999);
    const other = await connect(new InputMeter({ now: clock }));
    other.client.send('typed');
    await until(() => other.received.messages === 1);
    expect(flooding.received.messages).toBeLessThanOrEqual(1_043);
  });

  it('loses nothing', async () => {
    const { client, received } = await connect(new InputMeter({ frames: 1_000_000 }));
    const text = Array.from({ length: 20_000 }, (_, index) => String(index % 10)).join('');
    for (const byte of text) client.send(byte);
    await until(() => received.bytes.length === text.length);
    expect(received.bytes.toString()).toBe(text);
  });
});

it.each([
  ['pings', () => frame(0x9, '')],
  ['empty fragments', () => frame(0x0, '', false)],
])('limits a flood of %s, which the WebSocket does not report as messages', async (_what, make) => {
  const { client, received } = await connect(new InputMeter({ now: clock }));
  const raw = (client as unknown as { _socket: NodeJS.WritableStream })._socket;
  raw.write(frame(0x1, 'begun', false));
  raw.write(Buffer.concat(Array.from({ length: 50_000 }, make)));
  // A WebSocket ends a connection with many pings that are not answered yet.
  await until(() => received.passed >= 6_000 || received.isClosed);
  await turns(2_000);
  expect(received.passed).toBeLessThan(6 * 1_050);
  expect(received.pings).toBeLessThanOrEqual(1_043);
});

it('takes a paste of 100 KB at once and completely', async () => {
  const { client, received } = await connect(new InputMeter({ now: clock }));
  const paste = Buffer.from(Array.from({ length: 102_400 }, (_, index) => index % 251));
  for (let at = 0; at < paste.length; at += 16_384) client.send(paste.subarray(at, at + 16_384));
  await until(() => received.bytes.length === paste.length);
  expect(received.bytes.equals(paste)).toBe(true);
});

it('takes bytes as fast as the limit allows, and the client waits', async () => {
  const { client, received } = await connect(new InputMeter({ bytes: 100_000, now: clock }));
  const chunk = Buffer.alloc(32_768, 'x');
  for (let count = 0; count < 400; count++) client.send(chunk);
  await until(() => received.bytes.length >= 98_304 - 32_768);
  await turns(500);
  expect(received.bytes.length).toBeLessThan(100_300);
  expect(client.bufferedAmount).toBeGreaterThan(0);
});

it('delivers what was sent before the end of the connection', async () => {
  const { client, received } = await connect(new InputMeter());
  for (let count = 0; count < 20; count++) client.send('x'.repeat(1_000));
  client.close();
  await until(() => received.isClosed);
  expect(received.bytes.length).toBe(20_000);
});

it('notices that a client is gone', async () => {
  const { client, received } = await connect(new InputMeter());
  client.terminate();
  await until(() => received.isClosed);
});

it('reports a flood after input has waited for five minutes without a break', async () => {
  const { client, received, metered } = await connect(new InputMeter({ frames: 10, now: clock }));
  for (let count = 0; count < 20_000; count++) client.send('x');
  await until(() => received.messages > 0);
  for (let minute = 0; minute < 5; minute++) {
    const before = received.messages;
    now += MINUTE;
    await until(() => received.messages > before);
    expect(metered.flood.aborted).toBe(false);
  }
  now += MINUTE;
  await until(() => metered.flood.aborted);
});

it('reports no flood if the reader pauses, or the input has breaks', async () => {
  const { client, accepted, received, metered } = await connect(new InputMeter({ now: clock }));
  client.send('first');
  await until(() => received.messages === 1);
  accepted.pause();
  for (let count = 0; count < 2_000; count++) client.send('x');
  await until(() => metered.readableLength > 0);
  now += 6 * MINUTE;
  accepted.resume();
  for (let second = 0; second < 3; second++) {
    now += 1_000;
    await turns(200);
  }
  await until(() => received.messages === 2_001);
  expect(metered.flood.aborted).toBe(false);
});

describe('the counter of frames', () => {
  it.each([1, 3, 7, 1_000_000])('counts frames of all lengths in pieces of %i bytes', (size) => {
    const long = Buffer.concat([Buffer.from([0x82, 0xfe, 0x01, 0x00, 1, 2, 3, 4]), Buffer.alloc(256)]);
    const longest = Buffer.concat([
      Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]),
      Buffer.alloc(65_536),
    ]);
    const all = Buffer.concat([frame(0x1, 'a'), frame(0x9, ''), long, frame(0x0, '', false), longest, frame(0x8, '')]);
    const counter = new FrameCounter();
    let frames = 0;
    for (let at = 0; at < all.length; at += size) frames += counter.count(all.subarray(at, at + size));
    expect(frames).toBe(6);
  });
});
