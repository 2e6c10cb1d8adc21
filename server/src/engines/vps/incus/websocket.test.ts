import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openWebSocket } from './websocket.ts';

/** Simulates an engine with a short command: pings, and on request sends everything and closes. */
const ENGINE = `
  const { createServer } = require('node:net');
  const { parentPort, workerData: { path, gone } } = require('node:worker_threads');
  const frame = (opcode, text) => Buffer.concat([Buffer.from([0x80 | opcode, text.length]), Buffer.from(text)]);
  createServer((socket) => {
    socket.on('error', () => {});
    socket.write(frame(0x9, ''));
    parentPort.once('message', () => {
      for (const text of ['all ', 'of ', 'it']) socket.write(frame(0x2, text));
      socket.end(frame(0x1, ''), () => socket.destroy());
      socket.once('close', () => {
        Atomics.store(gone, 0, 1);
        Atomics.notify(gone, 0);
      });
    });
  }).listen(path, () => parentPort.postMessage('listens'));`;

/** Longer than the engine waits for a pong. */
const LONG_MS = 1_500;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-websocket-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a WebSocket delivers received data even if its pong comes too late', async () => {
  const path = join(folder, 'socket');
  const gone = new Int32Array(new SharedArrayBuffer(4));
  const engine = new Worker(ENGINE, { eval: true, workerData: { path, gone } });
  onTestFinished(async () => void (await engine.terminate()));
  await once(engine, 'message');
  const socket = connect(path);
  const heard: string[] = [];
  const asked = once(socket, 'data');
  const reading = (async () => {
    for await (const chunk of openWebSocket(socket).read()) heard.push(String(chunk));
  })();
  await asked;
  await new Promise((resolve) => setImmediate(resolve));
  engine.postMessage('go');
  // Blocks this thread until the engine has closed the connection, and longer.
  Atomics.wait(gone, 0, 0);
  Atomics.wait(gone, 0, 1, LONG_MS);
  await reading;
  expect(heard.join('')).toBe('all of it');
});
