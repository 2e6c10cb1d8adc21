import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs the command line tool of LXD on the server of this folder, and returns its output. */
export async function runLxc(folder: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LXD_DIR: join(folder, 'data'), LXD_CONF: join(folder, 'client') };
  const running = promisify(execFile)('lxc', [...args], { env, maxBuffer: 64 * 1024 * 1024 });
  // The tool reads settings from standard input until its end.
  running.child.stdin?.end();
  return (await running).stdout;
}

const END = 'that was all';

/**
 * Runs a script inside a machine with the tool of LXD, which sometimes loses the output of a short command. If the end
 * marker is missing, too, it is run again.
 */
export async function runInside(exec: (...script: string[]) => Promise<string>, script: string): Promise<string> {
  for (;;) {
    const output = (await exec('sh', '-c', `{ ${script}\n} && echo ${END}`)).trim();
    if (output.endsWith(END)) return output.slice(0, -END.length).trim();
  }
}
