import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '../testing/services/find-command.ts';
import { installMissing } from '../testing/services/install.ts';

/** A system call in the order of the trace; one that took a while has its end later than its beginning. */
export interface SystemCall {
  readonly thread: number;
  readonly name: string;
  /** Arguments and result, with the path of each file and the peers of each socket. */
  readonly text: string;
  readonly begin: number;
  readonly end: number;
}

export interface Trace {
  /** Lets go of the process, also of calls that are delayed, and tells what it did; calls that did not end are left out. */
  end(): Promise<SystemCall[]>;
}

/** Why no process can be traced here, or nothing; `strace` is installed where that is possible. */
export function findTracingProblem(): string | undefined {
  const [missing] = installMissing([
    {
      name: 'strace',
      debianPackages: ['strace'],
      needsRoot: true,
      isInstalled: () => findCommand('strace') !== undefined,
    },
  ]);
  if (missing && process.env.CI === 'true') throw new Error(missing.reason);
  return missing?.reason;
}

/** Follows a running process with all its threads, and may delay or fail some of its system calls (`--inject`). */
export async function trace(pid: number, calls: readonly string[], ...injections: readonly string[]): Promise<Trace> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-strace-'));
  const file = join(folder, 'trace');
  const what = ['-e', `trace=${calls.join(',')}`, ...injections.flatMap((injection) => ['-e', `inject=${injection}`])];
  // Long enough strings to find a row in a page of the database, and an answer with its body.
  const tracer = spawn('strace', ['-f', '-yy', '-s', '4200', '-o', file, ...what, '-p', String(pid)]);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('attached')) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
    tracer.once('error', reject);
  });
  let ended: Promise<SystemCall[]> | undefined;
  const end = async () => {
    if (tracer.exitCode === null && tracer.signalCode === null) {
      tracer.kill('SIGINT');
      await once(tracer, 'exit');
    }
    const found = parse(await readFile(file, 'latin1'));
    await rm(folder, { recursive: true });
    return found;
  };
  return {
    end() {
      ended ??= end();
      return ended;
    },
  };
}

function parse(text: string): SystemCall[] {
  const found: SystemCall[] = [];
  const unfinished = new Map<string, { begin: number; text: string }>();
  text.split('\n').forEach((line, index) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { begin: index, text: rest });
    } else if (resumed) {
      const [, name = '', end = ''] = resumed;
      const before = unfinished.get(thread);
      found.push({
        thread: Number(thread),
        name,
        text: (before?.text ?? '') + end,
        begin: before?.begin ?? 0,
        end: index,
      });
    } else {
      const name = /^(\w+)\(/.exec(rest)?.[1];
      if (name) found.push({ thread: Number(thread), name, text: rest, begin: index, end: index });
    }
  });
  return found;
}
