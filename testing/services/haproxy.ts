import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitReady } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Program, ServerProcess } from './service.ts';
import { spawnServer } from './spawn-server.ts';

/** Not started by its name alone, as the services are: it needs to know who stands behind it. */
export const haproxy: Program<'haproxy'> = {
  name: 'haproxy',
  debianPackages: ['haproxy'],
  isInstalled: () => findCommand('haproxy') !== undefined,
};

/** Starts a private HAProxy with this configuration; it is ready when the probe says so. */
export async function startHaproxy(
  folder: string,
  configuration: string,
  isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
  const program = findCommand('haproxy');
  if (program === undefined) throw new Error('HAProxy is not installed.');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  // In the foreground, as one process: it ends with whoever started it.
  const server = spawnServer(program, ['-db', '-f', file], { folder, ids: undefined, deathSignal: 'TERM' });
  await awaitReady('HAProxy', server, isReady);
  return server;
}
