import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ClientSocket } from './client-socket.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

let endpoint: WebSocketServer;
let raw: WebSocket;
let client: WebSocket;
let socket: ClientSocket;

beforeEach(async () => {
  endpoint = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(endpoint, 'listening');
  const accepted = once(endpoint, 'connection');
  client = new WebSocket(`ws://127.0.0.1:${(endpoint.address() as AddressInfo).port}`);
  [raw] = (await accepted) as [WebSocket];
  socket = new ClientSocket(raw);
  await once(client, 'open');
});
afterEach(() => {
  client.terminate();
  endpoint.close();
});

it('holds one message for a client that does not read, and delivers everything later', async () => {
  let [sent, most, received] = [0, 0, 0];
  client.on('message', (data: Buffer) => {
    received += data.length;
  });
  client.pause();
  const all = (async () => {
    for (let count = 0; count < 400; count++) {
      const wait = socket.send(CHUNK);
      most = Math.max(most, raw.bufferedAmount);
      await wait;
      sent++;
    }
  })();
  // The buffers of the system are full.
  await until(() => raw.bufferedAmount > 0 && sent > 0);
  expect(sent).toBeLessThan(400);
  client.resume();
  await all;
  await until(() => received === 400 * CHUNK.length);
  expect(most).toBeLessThan(2 * CHUNK.length);
});

it('makes a client wait while its messages are not read', async () => {
  for (let count = 0; count < 400; count++) client.send(CHUNK);
  await until(() => raw.isPaused);
  expect(client.bufferedAmount).toBeGreaterThan(10 * CHUNK.length);
  let received = 0;
  for await (const { data } of socket.read()) {
    received += data?.length ?? 0;
    if (received === 400 * CHUNK.length) client.close();
  }
});

it('drops a client that does not confirm the end', async () => {
  client.pause();
  await socket.close(1000);
  await until(() => socket.gone.aborted);
});

it('ends its messages when the client disconnects', async () => {
  client.send('last');
  client.terminate();
  const texts = [];
  for await (const { text } of socket.read()) texts.push(text);
  expect(texts.length).toBeLessThanOrEqual(1);
});
