import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** System calls in trace order; a slow call ends later than it begins. */
export interface SystemCall {
  readonly thread: number;
  readonly name: string;
  /** Arguments and result, with file paths and socket peers. */
  readonly text: string;
  readonly begin: number;
  readonly end: number;
}

export interface Trace {
  /** Detaches from the process, releases delayed calls and returns the calls that ended. */
  end(): Promise<SystemCall[]>;
}

/** Traces a running process with all threads; `--inject` delays or fails its system calls. */
export async function trace(pid: number, calls: readonly string[], ...injections: readonly string[]): Promise<Trace> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-strace-'));
  const file = join(folder, 'trace');
  const what = ['-e', `trace=${calls.join(',')}`, ...injections.flatMap((injection) => ['-e', `inject=${injection}`])];
  // Strings long enough to contain a database page or a response body.
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
