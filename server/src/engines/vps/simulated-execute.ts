import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { oneByOne } from '#kernel/jobs/one-by-one.ts';
import { EngineError } from '../engine.ts';
import type { Executed, ExecuteOptions } from './driver.ts';
import { collectOutput } from './output.ts';
import { isRunning, type Machine } from './simulated-machine.ts';
import type { Inside } from './simulated-shell/inside.ts';
import { runCommand } from './simulated-shell/interpret.ts';
import { Leave, openShell } from './simulated-shell/shell.ts';

export const SHELL_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  USER: 'root',
  LANG: 'C.UTF-8',
};
/** An endless script yields to others, and ends with its timeout. */
const COMMANDS_PER_BREATH = 100;
/** Poll interval for a stopped machine; a hundred commands may run at once. */
const LOOK_MS = 200;

/** Ends a command early. */
class TimeUp extends Error {}

interface Work {
  machine: Machine;
  inside: Inside;
  /** Returns the current machine. */
  readMachine(): Promise<Machine | undefined>;
  /** Approximate duration of a restart. */
  delayMs: number;
}

export async function executeSimulated(
  { machine, inside, readMachine, delayMs }: Work,
  command: readonly string[],
  options: ExecuteOptions,
): Promise<Executed> {
  const [stdout, stderr] = [collectOutput('stdout', options), collectOutput('stderr', options)];
  const deadline = performance.now() + options.timeoutMs;
  let commands = 0;

  /** Throws if the machine does not run any more, the caller aborted or time is up. */
  async function check(): Promise<void> {
    options.signal?.throwIfAborted();
    const now = await readMachine();
    if (!now || !isRunning(now) || now.bootedAt !== machine.bootedAt) {
      throw new EngineError('unreachable', 'The server went down while it worked on this.');
    }
    if (performance.now() >= deadline) throw new TimeUp();
  }
  async function pass(ms: number): Promise<void> {
    const until = performance.now() + ms;
    for (let left = ms; left > 0; left = until - performance.now()) {
      await sleep(Math.min(left, LOOK_MS, Math.max(0, deadline - performance.now())));
      await oneByOne();
      await check();
    }
  }

  const { hostname, image, memoryMb } = machine.spec;
  const seen = {
    ...{ inside, hostname, image, memoryMb, ipv4: machine.ipv4 },
    work: (share: number) => pass(delayMs * share),
    sleep: (seconds: number) => pass(seconds * 1000),
    async tick() {
      if (++commands % COMMANDS_PER_BREATH === 0) await breathe();
      if (performance.now() >= deadline || options.signal?.aborted) await check();
    },
  };
  const io = { input: Buffer.from(options.input ?? ''), out: stdout.add, err: stderr.add };
  const shell = openShell({ ...SHELL_ENVIRONMENT, ...options.environment }, ['sh']);
  const exitCode = await runCommand(command, shell, io, seen).catch((error: unknown) => {
    if (error instanceof TimeUp) return null;
    if (error instanceof Leave) return error.code;
    throw error;
  });
  const dropped = stdout.isCut() || stderr.isCut();
  return { exitCode, stdout: stdout.end(), stderr: stderr.end(), dropped, timedOut: exitCode === null };
}
