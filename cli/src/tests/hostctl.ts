import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCli } from '../../../scripts/cli/bundle.ts';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

export type Hostctl = Awaited<ReturnType<typeof buildHostctl>>;

/** Builds hostctl for a test file, with a home folder of its own. */
export async function buildHostctl() {
  const folder = await mkdtemp(join(tmpdir(), 'hostctl-'));
  const file = await bundleCli(join(folder, 'dist'));
  const home = join(folder, 'home');

  /** Starts hostctl; the environment of the test is not passed on. */
  function start(args: readonly string[], { env = {}, input }: RunOptions = {}) {
    const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, HOME: home, ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const exited = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
    return { child, exited, stdout: () => stdout, stderr: () => stderr };
  }

  return {
    file,
    home,
    start,
    run: (args: readonly string[], options?: RunOptions) => start(args, options).exited,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
