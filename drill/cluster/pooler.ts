import { pgbouncer } from '../../testing/services/pgbouncer.ts';
import { readUserIds } from '../../testing/services/run-as.ts';
import type { ServerProcess } from '../../testing/services/service.ts';
import { spawnServer } from '../../testing/services/spawn-server.ts';
import { makeFolderFor } from './folder.ts';

/** Starts PgBouncer in transaction mode, in front of the current leader. */
export async function startPooler(parent: string, databaseUrl: string) {
  const folder = makeFolderFor(pgbouncer.user, parent, 'pgbouncer');
  const ids = readUserIds(pgbouncer.user);
  const started: ServerProcess[] = [];
  const url = await pgbouncer.start({
    folder,
    durable: true,
    urlOf: async () => databaseUrl,
    spawn(command, args, deathSignal) {
      const server = spawnServer(command, args, { folder, ids, deathSignal });
      started.push(server);
      return server;
    },
  });
  return {
    port: Number(new URL(url).port),
    async stop(): Promise<void> {
      for (const server of started) {
        if (!server.hasExited()) process.kill(server.pid, 'SIGTERM');
        await server.exited;
      }
    },
  };
}
