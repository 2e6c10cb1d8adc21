import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const FILES_SHOWN = 15;
const TESTS_SHOWN = 10;

interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** Reports the slowest tests at the end, so that the suite does not become slow unnoticed. */
export default class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({ name: nameOf(module), ms: durationOf(module) }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${nameOf(module)} › ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    );
    print(`Slowest files (of ${files.length})`, files, FILES_SHOWN);
    print(`Slowest tests (of ${tests.length})`, tests, TESTS_SHOWN);
  }
}

function nameOf({ project, moduleId }: TestModule): string {
  return `${project.name}  ${relative(process.cwd(), moduleId)}`;
}

/** Includes hooks and imports. */
function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
}

function print(title: string, timed: readonly Timed[], shown: number): void {
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  const lines = slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\n${title}:\n${lines.join('\n')}`);
}
