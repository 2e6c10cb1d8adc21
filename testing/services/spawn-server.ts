import { spawn } from 'node:child_process';
import { findCommand } from './find-command.ts';
import type { UserIds } from './run-as.ts';
import type { ServerProcess } from './service.ts';

const logLimit = 64 * 1024;

export interface SpawnOptions {
  readonly folder: string;
  readonly ids: UserIds | undefined;
  /** Signal that the kernel sends to the server when the runner is killed (kill -9). */
  readonly deathSignal: 'TERM' | 'INT' | 'KILL';
}

export function spawnServer(command: string, args: readonly string[], options: SpawnOptions): ServerProcess {
  const setpriv = process.platform === 'linux' ? findCommand('setpriv') : undefined;
  const [program, ...programArgs] =
    setpriv === undefined ? [command, ...args] : [setpriv, '--pdeathsig', options.deathSignal, command, ...args];
  const child = spawn(program, programArgs, {
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Own session: Ctrl-C in the terminal reaches the runner, which ends the servers when it is done.
    detached: true,
    ...options.ids,
  });
  let log = '';
  let ended = false;
  const append = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-logLimit);
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const exited = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true;
      resolve();
    };
    child.once('exit', finish);
    child.once('error', (error) => {
      append(Buffer.from(error.message));
      finish();
    });
  });
  return { pid: child.pid ?? -1, exited, hasExited: () => ended, readLog: () => log };
}
