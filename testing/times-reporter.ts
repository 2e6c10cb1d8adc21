import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isSlowFile, LIMIT_SECONDS, type SlowTest } from './slow-tests.ts';

const FILES_SHOWN = 15;
const TESTS_SHOWN = 10;

/** Engines and browsers take their own time. */
const WITHOUT_LIMIT = /^(engines|browser)/;

interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** Reports the time of each lane and the slowest tests. Writes tests over the limit to HOSTLER_TEST_SLOW_FILE. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    printLanes(modules);
    const files = modules.map((module) => ({ name: nameOf(module), ms: durationOf(module) }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${nameOf(module)} › ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    );
    print(`Slowest files (of ${files.length})`, files, FILES_SHOWN);
    print(`Slowest tests (of ${tests.length})`, tests, TESTS_SHOWN);
    const target = process.env.HOSTLER_TEST_SLOW_FILE;
    if (target) writeFileSync(target, JSON.stringify(modules.flatMap(listOverLimit)));
  }
}

function listOverLimit(module: TestModule): SlowTest[] {
  const { project } = module;
  const file = fileOf(module);
  if (isSlowFile(file) || WITHOUT_LIMIT.test(project.name)) return [];
  return [...module.children.allTests()]
    .filter(({ options }) => !options.tags?.includes('slow'))
    .map((test) => ({ name: nameForPattern(test), seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
    .filter(({ seconds }) => seconds > LIMIT_SECONDS)
    .map((timed) => ({ project: project.name, file, ...timed }));
}

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);

/** Vitest compares `--testNamePattern` with names that are joined by spaces. */
const nameForPattern = ({ fullName }: TestCase) => fullName.replaceAll(' > ', ' ');

function nameOf(module: TestModule): string {
  return `${module.project.name}  ${fileOf(module)}`;
}

/** Includes hooks and imports. */
function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
}

function printLanes(modules: readonly TestModule[]): void {
  const lanes = Map.groupBy(modules, (module) => {
    const lane = module.project.name.replace(/-alone$/, '');
    return isSlowFile(fileOf(module)) ? `${lane}, slow` : lane;
  });
  const rows = [...lanes].map(([lane, own]) => {
    const tests = own.flatMap((module) => [...module.children.allTests()]).length;
    const seconds = own.reduce((sum, module) => sum + durationOf(module), 0) / 1000;
    return `${seconds.toFixed(0).padStart(7)} s  ${lane.padEnd(15)} ${own.length} files, ${tests} tests`;
  });
  console.log(`\nTime of the tests in each lane:\n${rows.join('\n')}`);
}

function print(title: string, timed: readonly Timed[], shown: number): void {
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  const lines = slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\n${title}:\n${lines.join('\n')}`);
}
