import { setTimeout as sleep } from 'node:timers/promises';
import { oneByOne } from '#kernel/one-by-one.ts';
import { EngineError } from '../../engine.ts';
import type { Executed, ExecuteOptions } from '../driver.ts';
import { collectOutput } from '../output.ts';
import { isRunning, type Machine } from '../simulated-machine.ts';
import { certify, type InsideCertificate } from './certificate.ts';
import { findOutcome, type StepOutcome } from './outcomes.ts';

/** What steps have left in a simulated machine. */
export interface Inside {
  /** By the folder of the application. */
  readonly certificates: Record<string, InsideCertificate>;
  /** Runs of the steps with several outcomes. */
  readonly runs: Record<string, number>;
}

interface Work {
  /** Folder of the engine. */
  dir: string;
  machine: Machine;
  /** Changed by steps. */
  inside: Inside;
  /** Returns the current machine. */
  readMachine(): Promise<Machine | undefined>;
  /** Approximate duration of a restart. */
  delayMs: number;
}

/** Share of a restart that a step takes. */
const SHARE = 0.5;
/** Poll interval for a stopped machine; a hundred steps may run at once. */
const LOOK_MS = 200;

/** Acts by the step of the options. A command without a step succeeds. Nothing is run. */
export async function executeSimulated(work: Work, options: ExecuteOptions): Promise<Executed> {
  const [stdout, stderr] = [collectOutput('stdout', options), collectOutput('stderr', options)];
  const outcome = await act(work, options);
  const fill = (text = '') =>
    Buffer.from(text.replace(/\{([A-Z]\w*)\}/g, (_all, name) => options.environment?.[name] ?? ''));
  stdout.add(fill(outcome.stdout));
  stderr.add(fill(outcome.stderr));
  const takesMs = outcome.takesMs ?? (options.step ? work.delayMs * SHARE : 0);
  const timedOut = takesMs > options.timeoutMs;
  await pass(Math.min(takesMs, options.timeoutMs), work, options.signal);
  const dropped = stdout.isCut() || stderr.isCut();
  const exitCode = timedOut ? null : (outcome.exitCode ?? 0);
  return { exitCode, stdout: stdout.end(), stderr: stderr.end(), dropped, timedOut };
}

function act({ dir, inside }: Work, { step, environment = {} }: ExecuteOptions): StepOutcome | Promise<StepOutcome> {
  if (!step) return {};
  const { certificates, runs } = inside;
  const folder = environment.HTTPS_FOLDER ?? '';
  if (step.kind === 'remove') delete certificates[folder];
  if (step.kind === 'certificate') {
    certificates[folder] ??= {};
    return certify(step.name, certificates[folder], environment);
  }
  return findOutcome(dir, step, runs);
}

/** Waits. Throws if the machine does not run any more, or the caller aborted. */
async function pass(ms: number, { machine, readMachine }: Work, signal: AbortSignal | undefined): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await sleep(Math.min(left, LOOK_MS));
    await oneByOne();
    signal?.throwIfAborted();
    const now = await readMachine();
    if (!now || !isRunning(now) || now.bootedAt !== machine.bootedAt) {
      throw new EngineError('unreachable', 'The server went down while it worked on this.');
    }
  }
}
