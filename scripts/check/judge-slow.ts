import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMIT_SECONDS, type SlowTest } from '../../testing/slow-tests.ts';
import { slowdown } from './processor-time.ts';
import { type Outcome, runStep, type Step } from './run-step.ts';

/** Runs tests, and fails for those that took longer than a test outside the slow lane may take. */
export async function runTests(step: Step): Promise<Outcome> {
  const first = await runAndListSlow(step, { live: true });
  if (!first.outcome.passed || first.slow.length === 0) return first.outcome;
  // Beside other tests everything takes longer. Only what is slow by itself fails.
  const again = await runAndListSlow(runAlone(first.slow), { live: false });
  const still = listTooSlow(again.slow, slowdown(again.outcome.processor));
  if (again.outcome.passed && still.length === 0) return first.outcome;
  const output = again.outcome.passed ? still.map(describe).join('\n') : again.outcome.output;
  return { ...first.outcome, passed: false, output };
}

async function runAndListSlow(step: Step, options: { live: boolean }): Promise<{ outcome: Outcome; slow: SlowTest[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-slow-'));
  const file = join(folder, 'slow.json');
  try {
    const outcome = await runStep({ ...step, env: { ...step.env, HOSTLER_TEST_SLOW_FILE: file } }, options);
    return { outcome, slow: outcome.passed ? (JSON.parse(readFileSync(file, 'utf8')) as SlowTest[]) : [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a run of these tests, one after another. */
export function runAlone(tests: readonly SlowTest[]): Step {
  const projects = [...new Set(tests.map(({ project }) => `--project=${project}`))];
  const names = [...new Set(tests.map(({ name }) => escapePattern(name)))];
  const files = [...new Set(tests.map(({ file }) => file))];
  const options = ['--reporter=dot', '--reporter=./testing/times-reporter.ts', '--maxWorkers=1'];
  const pattern = `^(${names.join('|')})$`;
  return {
    name: 'slow tests',
    command: ['vitest', 'run', ...options, ...projects, '--testNamePattern', pattern, ...files],
  };
}

/** Returns the tests that other processes of this machine do not excuse. */
export function listTooSlow(tests: readonly SlowTest[], factor: number): SlowTest[] {
  return tests.filter(({ seconds }) => seconds > LIMIT_SECONDS * factor);
}

function describe({ project, file, name, seconds }: SlowTest): string {
  return `${file} (${project}) takes ${seconds.toFixed(1)} s, more than ${LIMIT_SECONDS}: "${name}". Make it faster, or move it to a file named *.slow.test.ts.`;
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
