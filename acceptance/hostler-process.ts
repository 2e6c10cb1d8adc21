import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The program built for this test run, or the sources if a script starts it. */
export const PROGRAM = process.env.HOSTLER_ACCEPTANCE_PROGRAM ?? join(ROOT, 'server/src/main.ts');
/** Uses a compile cache like `npm start`, which halves the start time. */
const COMPILE_CACHE = process.env.HOSTLER_ACCEPTANCE_PROGRAM
  ? join(dirname(PROGRAM), 'compiled')
  : join(ROOT, 'node_modules/.cache/hostler');

export type Settings = Readonly<Record<string, string>>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** A `hostler` process without the settings of the test run. */
export interface HostlerProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first log line that satisfies the condition; rejects if the process ends first. */
  logged(condition: (line: LogLine) => boolean): Promise<LogLine>;
  /** All log lines so far. */
  log(): readonly LogLine[];
  /** Log stream, which can be paused or destroyed. Unread output is read when the process has ended. */
  readonly logStream: Readable;
  kill(signal: NodeJS.Signals): void;
}

export interface LogLine {
  readonly level?: number;
  readonly msg?: string;
  readonly [name: string]: unknown;
}

export interface StartOptions {
  /** Logs to a real pipe, as in a shell; Node gives child processes sockets. */
  readonly logsToPipe?: boolean;
  /** Program of another version. */
  readonly program?: string;
}

export function startHostler(
  args: readonly string[],
  settings: Settings,
  { logsToPipe = false, program = PROGRAM }: StartOptions = {},
): HostlerProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const pipe = logsToPipe ? openPipe() : undefined;
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', pipe?.writing ?? 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, ...(TMPDIR ? { TMPDIR } : {}), ...settings },
  });
  if (pipe) closeSync(pipe.writing);
  const logStream = (pipe?.reading ?? child.stderr) as Readable;
  endWithTests(child);
  child.once('exit', () => logStream.resume());
  let stdout = '';
  let stderr = '';
  let looked = 0;
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  logStream.on('data', (chunk: Buffer) => {
    stderr += chunk;
    for (let end = stderr.indexOf('\n', looked); end !== -1; end = stderr.indexOf('\n', looked)) {
      const line = parseLogLine(stderr.slice(looked, end));
      looked = end + 1;
      if (line) lines.push(line);
    }
    wake();
  });
  let ended: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    // Use `close`, not `exit`: by then all output has been read.
    child.once('close', (code, signal) => {
      ended = { code, signal };
      resolve(ended);
      wake();
    });
  });
  return {
    pid: child.pid ?? -1,
    exited,
    stdout: () => stdout,
    stderr: () => stderr,
    logged: (condition) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines.find(condition);
          if (line) resolve(line);
          else if (ended) reject(new Error(`hostler ended (${ended.code ?? ended.signal}): ${stderr.slice(-2_000)}`));
          if (line || ended) waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    log: () => lines,
    logStream,
    kill: (signal) => void child.kill(signal),
  };
}

export async function runHostler(
  args: readonly string[],
  settings: Settings,
  options: StartOptions = {},
): Promise<Finished> {
  const running = startHostler(args, settings, options);
  const exit = await running.exited;
  return { ...exit, stdout: running.stdout(), stderr: running.stderr() };
}

/** Runs an operator command with `--json`; throws on an error. */
export async function runCommand<T>(args: readonly (string | number)[], settings: Settings): Promise<T> {
  const { code, stdout, stderr } = await runHostler([...args.map(String), '--json'], settings);
  if (code !== 0) throw new Error(`hostler ${args.join(' ')} ended with ${code}: ${stderr || stdout}`);
  return JSON.parse(stdout) as T;
}

function openPipe(): { reading: Socket; writing: number } {
  const path = join(tmpdir(), `hostler-pipe-${process.pid}-${performance.now()}`);
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, constants.O_WRONLY);
  rmSync(path);
  return { reading: new Socket({ fd: reading, writable: false }), writing };
}

/** Kills the server when the test worker ends for any reason. */
function endWithTests(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

function parseLogLine(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}
