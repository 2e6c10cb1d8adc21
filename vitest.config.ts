import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongFirst } from './testing/vitest-sequencer.ts';

/** Tests without a database and without a service. They run once. */
const unit = ['**/*.unit.test.ts', 'scripts/**/*.test.ts', 'sdk/src/**/*.test.ts'];
/** Tests of real engines. They run once: the database of Hostler makes no difference to them. */
const withEngines = ['server/src/engines/**/*.test.ts', 'testing/**/*.test.ts', 'acceptance/engines/**/*.test.ts'];
const everywhere = ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'acceptance/**/*.test.ts'];
/** In a real browser, against a started server with the panel; one database is enough. */
const inBrowser = ['acceptance/panel/**/*.test.ts'];
/** About the process, whichever database it has: on SQLite only. */
const onceIsEnough = [
  'acceptance/log.test.ts',
  'acceptance/damaged-database.test.ts',
  'acceptance/tracing.test.ts',
  // Random histories are lived through on both; a whole year takes twice as long on PostgreSQL.
  'acceptance/a-year.test.ts',
];
/** Through a pooler: a few of those on PostgreSQL, and all of them by `npm run test:pgbouncer`. */
const throughPooler =
  process.env.HOSTLER_TEST_POOLED === 'all'
    ? everywhere
    : [
        'packages/database/src/{database,change-row}.test.ts',
        'packages/database/src/postgres/{hints,pooler}.test.ts',
        'server/src/kernel/jobs/leases.test.ts',
        'server/src/modules/support/tickets/tickets.test.ts',
      ];
/** Release 0.1.0 prepares statements, which a pooler in transaction mode does not keep. */
const notThroughPooler = ['acceptance/last-release.test.ts'];
/** About all that a process has loaded, counted or in memory: each of these files has a process of its own. */
const alone = ['server/src/tests/{metrics,statements,tables}.test.ts'];
const aloneWithEngines = ['server/src/engines/vps/incus/execute/execute.test.ts'];
// This test replaces the clock that the timers of Node's own fetch use, for the rest of its process.
const unitAlone = ['sdk/src/transport.test.ts'];
const never = ['**/node_modules/**', '**/dist/**', 'server/dist-*/**'];

// What Node compiled and stripped of its types once is there for every worker and for the next run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/tests', import.meta.url));

type Project = NonNullable<TestProjectInlineConfiguration['test']> & {
  readonly name: string;
  readonly exclude: string[];
};

/** A project, and beside it one of the same with the files that share their process with no other. */
function someAlone(files: string[], test: Project): TestProjectInlineConfiguration[] {
  return [
    { extends: true, test: { ...test, exclude: [...test.exclude, ...files] } },
    { extends: true, test: { ...test, name: `${test.name}-alone`, include: files, isolate: true } },
  ];
}

export default defineConfig({
  test: {
    // Node runs the sources as it does in production; nothing here needs modules that are replaced by others.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['testing/vitest-setup.ts', 'acceptance/vitest-setup.ts'],
    pool: 'forks',
    // File after file in one process: what is loaded and compiled once serves all of them, which is half of the time.
    isolate: false,
    // Two more than cores: files wait for timers, disks and engines, too. With four more, engines do not answer in time.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    sequence: { sequencer: LongFirst },
    // Only there to end what hangs; how long things may take is the benchmarks' business.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000, interval: 20 } },
    projects: [
      ...someAlone(alone, {
        name: 'sqlite',
        include: everywhere,
        exclude: [...never, ...unit, ...withEngines, ...inBrowser],
        env: { HOSTLER_TEST_DATABASE: 'sqlite' },
      }),
      ...someAlone(alone, {
        name: 'postgres',
        include: everywhere,
        exclude: [...never, ...unit, ...withEngines, ...inBrowser, ...onceIsEnough],
        env: { HOSTLER_TEST_DATABASE: 'postgres' },
        runner: './testing/vitest-runner.ts',
      }),
      {
        extends: true,
        test: {
          name: 'pgbouncer',
          include: throughPooler,
          exclude: [...never, ...unit, ...withEngines, ...inBrowser, ...onceIsEnough, ...alone, ...notThroughPooler],
          env: { HOSTLER_TEST_DATABASE: 'postgres', HOSTLER_TEST_POOLED: 'on' },
          runner: './testing/vitest-runner.ts',
        },
      },
      ...someAlone(unitAlone, { name: 'unit', include: unit, exclude: never }),
      ...someAlone(aloneWithEngines, { name: 'engines', include: withEngines, exclude: [...never, ...unit] }),
      { extends: true, test: { name: 'browser', include: inBrowser, exclude: never, testTimeout: 600_000 } },
    ],
  },
});
