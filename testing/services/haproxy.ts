import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitReady } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Program, ServerProcess } from './service.ts';
import { spawnServer } from './spawn-server.ts';

/** Not started by name alone, like the services: it needs to know its backends. */
export const haproxy: Program<'haproxy'> = {
  name: 'haproxy',
  debianPackages: ['haproxy'],
  isInstalled: () => findCommand('haproxy') !== undefined,
};

/** Starts a private HAProxy with this configuration; it is ready when the probe succeeds. */
export async function startHaproxy(
  folder: string,
  configuration: string,
  isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
  const program = findCommand('haproxy');
  if (program === undefined) throw new Error('HAProxy is not installed.');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  // In the foreground, as one process, so that it ends with its parent.
  const server = spawnServer(program, ['-db', '-f', file], { folder, ids: undefined, deathSignal: 'TERM' });
  await awaitReady('HAProxy', server, isReady);
  return server;
}
