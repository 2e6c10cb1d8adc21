import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './service.ts';

const READY_LIMIT_MS = 60_000;

/** Returns a free port. Another process may take it before the server does, so the start is retried. */
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

/** Waits until the probe succeeds; if the server ends before, throws with its log. */
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

/** Retries on another port if a start fails, because a free port may be taken meanwhile. */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await findFreePort());
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
