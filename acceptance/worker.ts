import { expect } from 'vitest';
import { type HostlerProcess, startHostler } from './hostler-process.ts';
import type { Server } from './server.ts';

/** Starts a worker for a server with `HOSTLER_WORKER=off`, so that the test controls when work is done. */
export function workerOf({ settings }: Pick<Server, 'settings'>) {
  let running: HostlerProcess | undefined;
  return {
    async start(): Promise<void> {
      running = startHostler(['worker'], settings);
      await running.logged(({ msg }) => msg === 'hostler works');
    },
    async stop(): Promise<void> {
      running?.kill('SIGTERM');
      expect(await running?.exited).toMatchObject({ code: 0 });
      running = undefined;
    },
  };
}
