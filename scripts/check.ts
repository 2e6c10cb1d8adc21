// Runs the checks that a change has to pass. `npm test` runs the static checks and, of the tests, what every change needs.
// `npm test -- --changed` runs the tests that the changes of this branch reach, with those of a changed panel or driver.
// `npm run test:all` runs all tests, and `npm run check` none.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findBase, listChanged } from './check/changed-files.ts';
import { chooseAll, chooseChanged, chooseShort } from './check/choose-runs.ts';
import { runTests } from './check/judge-slow.ts';
import { readProcessorTime, since } from './check/processor-time.ts';
import { endSteps, type Outcome, runStep, type Step } from './check/run-step.ts';
import { staticSteps } from './check/static-steps.ts';

const { values: options } = parseArgs({
  options: {
    static: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
let interrupted = false;

function chooseRuns(): Step[] {
  if (options.static) return [];
  if (options.all) return chooseAll();
  if (!options.changed) return chooseShort();
  const base = findBase();
  return chooseChanged(listChanged(base), base);
}

/** Runs as many steps at a time as there are cores, and reports them in the order of the list. */
async function runTogether(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = steps.map((step) => ({ step, outcome: Promise.withResolvers<Outcome>() }));
  const queue = [...waiting];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !interrupted; next = queue.shift()) {
      next.outcome.resolve(await runStep(next.step, { live: false }));
    }
  };
  const workers = Promise.all(Array.from({ length: availableParallelism() }, work));
  const outcomes: Outcome[] = [];
  for (const { outcome } of waiting) {
    const settled = await Promise.race([outcome.promise, workers.then(() => undefined)]);
    if (settled === undefined) break;
    report(settled, `${settled.seconds.toFixed(1).padStart(7)} s`);
    outcomes.push(settled);
  }
  return outcomes;
}

function report({ step, passed, output }: Outcome, time: string): void {
  console.log(`${passed ? '✔' : '✘'} ${step.name.padEnd(22)} ${time}`);
  if (!passed && output !== '') console.log(`${output.trimEnd()}\n`);
}

/** Of steps that run alone, the processor time is known. */
function describeTime(seconds: number, processor: number): string {
  return `${seconds.toFixed(1).padStart(7)} s, ${processor.toFixed(1)} s of processor time`;
}

function summarise(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter((outcome) => !outcome.passed).map((outcome) => outcome.step.name);
  if (interrupted) return `Interrupted after ${outcomes.length} checks.`;
  if (failed.length === 0) return `All ${outcomes.length} checks passed.`;
  return `${failed.length} of ${outcomes.length} checks failed: ${failed.join(', ')}.`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    endSteps(signal);
  });
}

const start = performance.now();
const processorStart = readProcessorTime();
const outcomes = await runTogether(staticSteps);
for (const step of chooseRuns()) {
  if (interrupted) break;
  // Speed is judged by `npm test`: a busy machine must not fail a run of everything.
  const outcome = options.all ? await runStep(step, { live: true }) : await runTests(step);
  report(outcome, describeTime(outcome.seconds, outcome.processor.own));
  outcomes.push(outcome);
}
console.log(`\n${describeTime((performance.now() - start) / 1000, since(processorStart).own).trim()} in total.`);
console.log(summarise(outcomes));
if (interrupted || outcomes.some((outcome) => !outcome.passed)) process.exitCode = 1;
