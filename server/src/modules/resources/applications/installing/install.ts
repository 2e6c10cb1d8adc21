import { EngineError } from '#engines/engine.ts';
import type { RecipeStep } from '../recipes/recipe.ts';
import { insertSteps, type StepRow } from '../steps/store.ts';
import { changeApplication } from '../store.ts';
import { describeLeft } from './interruption.ts';
import { runHealthCheck, runStep, StepFailed } from './run-step.ts';
import type { Work } from './work.ts';

export const HEALTH_CHECK = 'Health check';

/** Receives the progress, from 0 to 1. */
type Report = (done: number) => Promise<void>;

/**
 * Runs the steps that have not ended yet, then the health check. If a step fails, the installation is removed again.
 * The error names the failed step.
 */
export async function install(work: Work, report: Report): Promise<void> {
  // The installation failed before, and the worker stopped during the cleanup.
  const { error } = work.application;
  if (error !== null) return clearAway(work, error);
  const steps = await work.readSteps('install');
  for (const [index, step] of steps.entries()) {
    if (step.status === 'succeeded' || step.status === 'skipped') continue;
    const recipe = work.recipe.steps[index];
    try {
      await (recipe ? runStep(work, step, recipe) : runHealthCheck(work, step, work.recipe.health));
    } catch (failure) {
      const where = `Step ${index + 1} of ${steps.length}, ${step.name}, failed`;
      if (failure instanceof StepFailed) return clearAway(work, `${where}: ${failure.message}`);
      throw failure;
    }
    await report((index + 1) / steps.length);
  }
}

/**
 * Removes a failed installation and always throws. The message is stored first, so that a retry knows the original
 * failure.
 */
async function clearAway(work: Work, message: string): Promise<never> {
  const { db, application, recipe } = work;
  await db.write(function* () {
    yield* changeApplication(work.accountId, application, { error: message.slice(0, 1_000) });
    yield* insertSteps(
      work.accountId,
      application.id,
      'remove',
      recipe.removal.map(({ name }) => name),
    );
  });
  const left = await removeAll(work);
  throw new EngineError('refused', left === undefined ? message : describeLeft(message, left));
}

/** Runs all removal steps, even if one fails, to remove as much as possible. Returns the first failure. */
async function removeAll(work: Work): Promise<string | undefined> {
  let first: string | undefined;
  await eachRemoval(work, async (step, recipe) => {
    try {
      await runStep(work, step, recipe);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      first ??= `${step.name}: ${error.message}`;
    }
  });
  return first;
}

/** Runs the removal steps from the first. Removal scripts tolerate files that are already gone. */
export async function remove(work: Work, report: Report): Promise<void> {
  const count = work.recipe.removal.length;
  await eachRemoval(work, async (step, recipe, index) => {
    try {
      await runStep(work, step, recipe);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      throw new EngineError(
        'refused',
        `It could not be removed: step ${index + 1} of ${count}, ${step.name}, failed: ${error.message}`,
      );
    }
    await report((index + 1) / count);
  });
}

async function eachRemoval(
  work: Work,
  run: (step: StepRow, recipe: RecipeStep, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, step] of (await work.readSteps('remove')).entries()) {
    const recipe = work.recipe.removal[index];
    if (recipe) await run(step, recipe, index);
  }
}
