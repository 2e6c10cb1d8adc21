import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '#engines/engine.ts';
import type { Executed } from '#engines/vps/driver.ts';
import { SECOND } from '#kernel/time.ts';
import type { Recipe, RecipeStep } from '../recipes/recipe.ts';
import { Masker } from '../steps/mask.ts';
import { lastLineOf } from '../steps/output.ts';
import type { StepRow } from '../steps/store.ts';
import type { Work } from './work.ts';

const CHECK_SECONDS = 60;

/** Thrown if a step fails while the server itself is fine. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** Runs one step to its end, also if an earlier try was interrupted. */
export async function runStep(work: Work, step: StepRow, { script, check, timeout }: RecipeStep): Promise<void> {
  const mark = `${work.application.id}.${step.id}`;
  const about = { recipe: work.application.slug, kind: step.phase, name: step.name };
  // An earlier worker started the step and did not end it.
  const again = step.status !== 'pending';
  await work.begin(step);
  if (check !== null) {
    const checked = { ...about, kind: 'check' } as const;
    const given = { script: check, step: checked, timeoutSeconds: CHECK_SECONDS, mark, again };
    const { exitCode } = await work.machine.run(given);
    if (exitCode === 0) return work.end(step, 'skipped', '');
  }
  await conclude(work, step, timeout, (onOutput) =>
    work.machine.run({ script, step: about, timeoutSeconds: timeout, mark, again, onOutput }),
  );
}

/** Runs the health check, the last step, until it succeeds or the retries are used up. */
export async function runHealthCheck(work: Work, step: StepRow, health: Recipe['health']): Promise<void> {
  const mark = `${work.application.id}.${step.id}`;
  const about = { recipe: work.application.slug, kind: 'health', name: step.name } as const;
  const ask = (onOutput: OnOutput) =>
    work.machine.run({ script: health.script, step: about, timeoutSeconds: health.timeout, mark, onOutput });
  await work.begin(step);
  await conclude(work, step, health.timeout, async (onOutput) => {
    for (let left = health.retries; ; left--) {
      const answer = await ask(onOutput);
      if (answer.exitCode === 0 || left <= 1) return answer;
      await sleep(health.pause * SECOND, undefined, { signal: work.signal });
    }
  });
}

type OnOutput = (chunk: string, stream: 'stdout' | 'stderr') => void;

async function conclude(
  work: Work,
  step: StepRow,
  timeout: number,
  execute: (onOutput: OnOutput) => Promise<Executed>,
): Promise<void> {
  const output = work.openOutput(step);
  let executed: Executed;
  try {
    executed = await execute(output.add);
  } catch (error) {
    const text = await output.end();
    // Keep the output so far: it helps to find the cause.
    if (!work.signal.aborted) await work.end(step, 'failed', text).catch(() => {});
    throw maskError(error, work.masked);
  }
  const { exitCode, timedOut } = executed;
  const text = await output.end();
  await work.end(step, exitCode === 0 ? 'succeeded' : 'failed', text);
  if (exitCode === 0) return;
  throw new StepFailed(
    timedOut ? `it took longer than ${timeout} seconds.` : lastLineOf(text) || describeExit(exitCode),
  );
}

function describeExit(exitCode: number | null): string {
  return exitCode === null ? 'it was ended by a signal.' : `it ended with code ${exitCode} and wrote nothing.`;
}

/** Masks secrets in the message of an engine, which may quote its input. */
function maskError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof EngineError)) return error;
  return new EngineError(error.code, new Masker(secrets).mask(error.message), { cause: error.cause });
}
