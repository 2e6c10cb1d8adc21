import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './service.ts';

const READY_LIMIT_MS = 60_000;

/** A port nobody listens on right now; somebody may take it before the server does, so starting is tried again. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

/** Waits until the probe says yes; a server that ends before that is an error with its log. */
export async function awaitReady(
  name: string,
  server: ServerProcess,
  isReady: () => Promise<boolean>,
  limitMs = READY_LIMIT_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isReady())) {
    if (server.hasExited()) throw new Error(`${name} ended while starting:\n${server.readLog()}`);
    if (Date.now() > deadline) throw new Error(`${name} did not become ready:\n${server.readLog()}`);
    await sleep(20);
  }
}

/** Tries again on another port when a start fails, because a free port is only free until someone takes it. */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
