// Runs every check that a change has to pass, for `npm test`. `--static` leaves the tests out. `--quick` runs only the
// tests that need no engine, no browser and no database server. `--quick --changed` runs only those that the changes of
// this branch reach.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = [
  'packages',
  'server/src',
  'sdk',
  'cli',
  'panel',
  'locales',
  'acceptance',
  'bench',
  'drill',
  'scripts',
  'testing',
  'vitest.config.ts',
];
const colors = process.stdout.isTTY ? 'force' : 'off';
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // The compiler ends before garbage collection would pay off.
  GOGC: '400',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
};

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

interface Outcome {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Several checkers would each check the shared files again, and the other cores have steps of their own. */
const types = (project: string) => ['tsc', '--checkers', '1', '--project', project];
const documents = ['docs/openapi.json', 'docs/openapi-panel.json', 'docs/openapi-operator.json'];
const staticSteps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', `--colors=${colors}`, '.'] },
  { name: 'types', command: types('tsconfig.json') },
  { name: 'types of the SDK', command: types('sdk/tsconfig.json') },
  { name: 'types of the panel', command: types('panel/tsconfig.json') },
  { name: 'queries are run', command: ['node', 'scripts/check-queries.ts'] },
  { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'] },
  { name: 'dependency rules', command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...listSources()] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'documents drift', command: ['node', 'scripts/docs.ts', '--check'] },
  { name: 'examples drift', command: ['node', 'scripts/examples.ts', '--check'] },
  { name: 'OpenAPI drift', command: ['node', 'scripts/openapi.ts', '--check'] },
  { name: 'SDK drift', command: ['node', 'scripts/sdk.ts', '--check'] },
  { name: 'texts and translations', command: ['node', 'scripts/messages.ts', '--check'] },
  { name: 'OpenAPI lint', command: ['redocly', 'lint', ...documents] },
  { name: 'OpenAPI rules', command: ['node', 'scripts/lint-openapi.ts', ...documents] },
  { name: 'API descriptions', command: ['node', 'scripts/check-descriptions.ts', ...documents] },
  { name: 'acceptance coverage', command: ['node', 'scripts/check-coverage.ts'] },
];
const isQuick = process.argv.includes('--quick');
const testStep: Step = {
  name: 'tests',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=./testing/slowest-reporter.ts',
    ...(isQuick ? ['sqlite', 'sqlite-alone', 'unit', 'unit-alone'].map((name) => `--project=${name}`) : []),
    ...(process.argv.includes('--changed') ? ['--changed=main', '--passWithNoTests'] : []),
  ],
};

function listSources(): string[] {
  return sources.filter((path) => existsSync(join(root, path)));
}

const running = new Set<ChildProcess>();
let interrupted = false;

/** Runs one step; live output goes straight to the terminal, other output is kept for the case of failure. */
function runStep(step: Step, live: boolean): Promise<Outcome> {
  const start = performance.now();
  const [command = '', ...args] = step.command;
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', ...outputs(live)] });
  running.add(child);
  let output = '';
  const append = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return new Promise((resolve) => {
    const finish = (passed: boolean) => {
      running.delete(child);
      resolve({ step, passed, seconds: (performance.now() - start) / 1000, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

function outputs(live: boolean): ['inherit' | 'pipe', 'inherit' | 'pipe'] {
  return live ? ['inherit', 'inherit'] : ['pipe', 'pipe'];
}

/** Runs as many steps at a time as there are cores, and reports them in the order of the list. */
async function runTogether(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = steps.map((step) => ({ step, outcome: Promise.withResolvers<Outcome>() }));
  const queue = [...waiting];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !interrupted; next = queue.shift()) {
      next.outcome.resolve(await runStep(next.step, false));
    }
  };
  const workers = Promise.all(Array.from({ length: availableParallelism() }, work));
  const outcomes: Outcome[] = [];
  for (const { outcome } of waiting) {
    const settled = await Promise.race([outcome.promise, workers.then(() => undefined)]);
    if (settled === undefined) break;
    report(settled);
    outcomes.push(settled);
  }
  return outcomes;
}

function report({ step, passed, seconds, output }: Outcome): void {
  console.log(`${passed ? '✔' : '✘'} ${step.name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!passed && output !== '') console.log(`${output.trimEnd()}\n`);
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
    for (const child of running) child.kill(signal);
  });
}

const outcomes = await runTogether(staticSteps);
if (!process.argv.includes('--static') && !interrupted) {
  const outcome = await runStep(testStep, true);
  report(outcome);
  outcomes.push(outcome);
}
console.log(summarise(outcomes));
if (interrupted || outcomes.some((outcome) => !outcome.passed)) process.exitCode = 1;
