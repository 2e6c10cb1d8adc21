import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCli } from '../scripts/cli/bundle.ts';

interface Finished {
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

  /** Starts a program whose input stays open; the environment of the test is not passed on. */
  function spawnShell(command: string, args: readonly string[], { env = {} }: RunOptions = {}) {
    const child = spawn(command, args, { env: { PATH: process.env.PATH, HOME: home, ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.stdin.on('error', () => {});
    const exited = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
    return { child, exited, stdout: () => stdout, stderr: () => stderr };
  }

  function start(args: readonly string[], options: RunOptions = {}) {
    const started = spawnShell(process.execPath, [file, ...args], options);
    started.child.stdin.end(options.input);
    return started;
  }

  return {
    file,
    home,
    spawnShell,
    start,
    run: (args: readonly string[], options?: RunOptions) => start(args, options).exited,
    shell(command: string, args: readonly string[], options?: RunOptions) {
      const started = spawnShell(command, args, options);
      started.child.stdin.end();
      return started.exited;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
