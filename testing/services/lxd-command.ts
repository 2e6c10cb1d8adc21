import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs LXD's own tool on the server of this folder, and returns what it printed. */
export async function runLxc(folder: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LXD_DIR: join(folder, 'data'), LXD_CONF: join(folder, 'client') };
  const running = promisify(execFile)('lxc', [...args], { env, maxBuffer: 64 * 1024 * 1024 });
  // It takes what comes in for settings, and waits for the end of them.
  running.child.stdin?.end();
  return (await running).stdout;
}
