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

const END = 'that was all';

/**
 * A script inside a machine, by LXD's own tool, which sometimes says nothing of what a short command wrote: where the end is
 * missing too, it is run again. What is empty has its end.
 */
export async function runInside(exec: (...script: string[]) => Promise<string>, script: string): Promise<string> {
  for (;;) {
    const output = (await exec('sh', '-c', `{ ${script}\n} && echo ${END}`)).trim();
    if (output.endsWith(END)) return output.slice(0, -END.length).trim();
  }
}
