import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** As built for the whole run of tests; from its sources where a script starts it. */
export const PROGRAM = process.env.HOSTLER_ACCEPTANCE_PROGRAM ?? join(ROOT, 'server/src/main.ts');
/** As `npm start` has it: what was compiled for one process is not compiled for the next, which is half of a start. */
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

/** A `hostler` that was started as a user would start it, with nothing of the test run's own settings. */
export interface HostlerProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first line of the log that satisfies the condition; rejects when the process ends before. */
  logged(condition: (line: LogLine) => boolean): Promise<LogLine>;
  /** Everything logged so far. */
  log(): readonly LogLine[];
  /** What its log comes through: may be paused or destroyed. What is left unread is read once it has ended. */
  readonly logStream: Readable;
  kill(signal: NodeJS.Signals): void;
}

export interface LogLine {
  readonly level?: number;
  readonly msg?: string;
  readonly [name: string]: unknown;
}

export interface StartOptions {
  /** A pipe as the shell makes it; Node itself gives its children sockets. */
  readonly logsToPipe?: boolean;
  /** Another one than this version's. */
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
    // `close`, not `exit`: by then everything it wrote has been read.
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

/** An operator's command, as automation uses it: with `--json`, an error is thrown. */
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

/** Whatever ends the test worker must not leave a server behind. */
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
