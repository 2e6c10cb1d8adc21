import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#kernel/errors.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';

/** Enough for a very busy machine. After that, the rest is done at the next start. */
const PATIENCE_MS = 10 * MINUTE;
const FIRST_PAUSE_MS = SECOND / 4;
const LONGEST_PAUSE_MS = 5 * SECOND;
/** A busy server refuses work for a moment, which is no news. */
const QUIET_MS = 15 * SECOND;

export interface Step {
  /** The step creates this, in the words of the progress. */
  readonly what: string;
  /** Runs again after a failure: it does only what is missing. */
  run(): Promise<void>;
}

interface Surroundings {
  readonly signal: AbortSignal;
  /** Shows a line to the person who started the demo. */
  say(line: string): void;
  readonly patienceMs?: number;
}

/** Runs a step until it succeeds, and shows its end and its failures. Throws if it still fails after 10 minutes. */
export async function complete(
  { what, run }: Step,
  { signal, say, patienceMs = PATIENCE_MS }: Surroundings,
): Promise<void> {
  const began = performance.now();
  let told = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      await run();
      return say(`done     ${what}`);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const elapsed = performance.now() - began;
      if (elapsed >= patienceMs) throw new Error(`${what}: ${reason}`, { cause: error });
      const isQuiet = error instanceof AppError && error.code === 'CONFLICT' && elapsed < QUIET_MS;
      if (!told && !isQuiet) say(`retrying ${what}: ${reason}`);
      told ||= !isQuiet;
      await sleep(pause, undefined, { signal });
    }
  }
}
