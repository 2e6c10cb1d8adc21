import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { endLeftovers } from './leftovers.ts';

/** Result of the tests: `passed` means that they missed the mutation. */
export type Verdict = 'passed' | 'failed' | 'timed out';

export interface TestRun {
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly output: string;
}

interface RunOptions {
  readonly folder: string;
  readonly projects: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limitSeconds: number;
}

/** Static checks of `npm test` that notice what tests do not, such as a field that is gone. */
const CHECKS = [['node_modules/.bin/tsc'], [process.execPath, 'scripts/openapi.ts', '--check']];

/** Returns whether the changed code passes the static checks. */
export async function passesChecks(folder: string): Promise<boolean> {
  try {
    for (const [program = '', ...args] of CHECKS) await promisify(execFile)(program, args, { cwd: folder });
    return true;
  } catch {
    return false;
  }
}

/** Runs these test files until the first failure. */
export function runTests(tests: readonly string[], options: RunOptions): Promise<TestRun> {
  const { folder, projects, env, limitSeconds } = options;
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const chosen = projects.flatMap((name) => ['--project', name, '--project', `${name}-alone`]);
  const args = [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...chosen, ...tests];
  const began = performance.now();
  return new Promise((resolve, reject) => {
    // A separate process group: processes of the tests end with them, even when they hang.
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env }, detached: true });
    let output = '';
    const note = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    let timedOut = false;
    const end = () => {
      timedOut = true;
      endGroup(child.pid);
    };
    const timer = setTimeout(end, limitSeconds * 1000);
    const endWithUs = () => {
      endGroup(child.pid);
      endLeftovers(folder);
    };
    // Runs before the other exit handlers: the copy can only be removed when no process writes into it.
    process.prependOnceListener('exit', endWithUs);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', endWithUs);
      endLeftovers(folder);
      const verdict = timedOut ? 'timed out' : code === 0 ? 'passed' : 'failed';
      resolve({ verdict, seconds: (performance.now() - began) / 1000, output: stripVTControlCharacters(output) });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process ended by itself meanwhile.
  }
}
