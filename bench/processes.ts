import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOnFreePort } from '../testing/services/await-ready.ts';
import { findCommand } from '../testing/services/find-command.ts';
import { until } from '../testing/until.ts';

/**
 * The measured process has this core to itself; everything else (load, PostgreSQL, the work beside the server, this
 * process) shares the other.
 */
const SERVER_CORE = '0';
const OTHER_CORE = '1';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 12_000;

const TASKSET = findCommand('taskset') ?? '';
const SERVER = fileURLToPath(new URL('../server/bin/hostler.cjs', import.meta.url));
const SOURCES = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const BARE_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** Removed when this process ends, whichever way it ends. */
const children = new Set<ChildProcess>();
const folders = new Set<string>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-bench-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Pins this process. Children inherit it, so only a child that is pinned elsewhere on purpose leaves this core. */
export function pinThisProcess(): void {
  execFileSync(TASKSET, ['-a', '-c', '-p', OTHER_CORE, String(process.pid)], { stdio: 'ignore' });
}

/** Returns the environment without this machine's own settings of Hostler. */
export function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOSTLER_')));
}

export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly firstAnswerMs: number;
  readRssMb(): number;
  /** Peak memory since the start. */
  readPeakRssMb(): number;
  /** Processor time so far, of all its threads, in milliseconds. */
  readCpuMs(): number;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  /** Runs the sources instead of the build, so that a profile names the files. */
  readonly fromSources?: boolean;
}

/** Starts the package as the service unit in docs/operations.md does. */
export async function startHostler({ settings, nodeArgs = [], fromSources }: ServerOptions): Promise<StartedServer> {
  const worker = settings.HOSTLER_WORKER ?? 'on';
  const server = await startOnFreePort((port) =>
    startPinned(['--max-semi-space-size=4', ...nodeArgs, fromSources ? SOURCES : SERVER, 'serve'], port, '/readyz', {
      MALLOC_ARENA_MAX: '1',
      HOSTLER_LOG_LEVEL: 'info',
      HOSTLER_WORKER: worker,
      HOSTLER_DEMO: '0',
      // A few accounts make more here than any customer would in a year.
      HOSTLER_LIMITS: 'none',
      HOSTLER_HOST: '127.0.0.1',
      HOSTLER_PORT: String(port),
      ...settings,
    }),
  );
  if (worker === 'on') await pinWork(server.pid);
  return server;
}

/** Moves the work beside a server to the other core, where an operator with two cores has it. */
async function pinWork(server: number): Promise<void> {
  const children = `/proc/${server}/task/${server}/children`;
  const work = await until(() => readFileSync(children, 'utf8').trim().split(' ').find(Boolean));
  execFileSync(TASKSET, ['-a', '-c', '-p', OTHER_CORE, work], { stdio: 'ignore' });
}

export function startBareServer(size: number): Promise<StartedServer> {
  return startOnFreePort((port) => startPinned([BARE_SERVER, String(port), String(size)], port, '/', {}));
}

/** Runs a program to its end on the core of the servers. `output` is its stdout. */
export function runPinned(args: readonly string[]): { child: ChildProcess; output: Promise<string> } {
  const child = spawn(TASKSET, ['-c', SERVER_CORE, process.execPath, '--max-semi-space-size=4', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...cleanEnvironment(), NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
  });
  children.add(child);
  const output = new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0) resolve(Buffer.concat(chunks).toString());
      else reject(new Error(`${args[0]} ended with ${code}.`));
    });
  });
  return { child, output };
}

async function startPinned(
  args: readonly string[],
  port: number,
  probe: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const folder = makeFolder();
  const logFile = join(folder, 'log');
  const start = performance.now();
  const child = spawn(TASKSET, ['-c', SERVER_CORE, process.execPath, ...args], {
    // A file, as under systemd or in a container: lines are really written, but no process reads them.
    stdio: ['ignore', 'ignore', openSync(logFile, 'a')],
    env: { ...cleanEnvironment(), NODE_ENV: 'production', ...settings },
  });
  children.add(child);
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true;
      children.delete(child);
      resolve();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(patience);
    removeFolder(folder);
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url + probe))) {
    if (ended || performance.now() - start > START_LIMIT_MS) {
      const log = readFileSync(logFile, 'utf8').slice(-2_000);
      await stop();
      throw new Error(`The server did not answer:\n${log}`);
    }
    await sleep(2);
  }
  const firstAnswerMs = performance.now() - start;
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    firstAnswerMs,
    readRssMb: () => readMemoryMb(pid, 'VmRSS'),
    readPeakRssMb: () => readMemoryMb(pid, 'VmHWM'),
    readCpuMs: () => readCpuMs(pid),
    stop,
  };
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.once('error', () => resolve(false));
    probe.end();
  });
}

/** Reads the 14th and 15th field, user and system time, in ticks of 10 ms. The second field may contain spaces. */
function readCpuMs(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns NaN when the process has ended. */
function readMemoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  if (!existsSync(`/proc/${pid}/status`)) return Number.NaN;
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
