import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongFirst } from './testing/vitest-sequencer.ts';

/** Tests without a database and without a service. They run once. */
const unit = ['**/*.unit.test.ts', 'scripts/**/*.test.ts', 'sdk/src/**/*.test.ts'];
/** Tests of real engines. They run once, because the database of Hostler does not affect them. */
const withEngines = ['server/src/engines/**/*.test.ts', 'testing/**/*.test.ts', 'acceptance/engines/**/*.test.ts'];
const everywhere = ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'acceptance/**/*.test.ts'];
/** Tests of the built command line, which knows no database. */
const onSqlite = [...everywhere, 'cli/src/**/*.test.ts'];
/** Tests in a real browser against a running server. One database is enough. */
const inBrowser = ['acceptance/panel/**/*.test.ts'];
/** Set by `npm test`: without slow tests, and only some tests on PostgreSQL and in the browser. */
const isShort = process.env.HOSTLER_TEST_LANE === 'short';
/**
 * The slow lane: long random histories, a kill at every commit, bursts, time limits. `npm test` runs short samples of
 * some of them. A single slow test in a quick file has a tag instead.
 */
const slow = isShort ? ['**/*.slow.test.ts'] : [];
/** Tests whose result depends on the database: its package, jobs, races, plans of statements, requests to a server. */
const onPostgres = isShort
  ? [
      'packages/database/src/**/*.test.ts',
      'server/src/kernel/jobs/**/*.test.ts',
      'server/src/tests/{list-costs,lost-races,statements,tables}.test.ts',
      // Neither the command line nor what a request passes before it reaches the database depends on it.
      'acceptance/!(operator-commands|hostile-bodies|order-of-checks|errors|cors|envelope).test.ts',
    ]
  : everywhere;
/** Tests of the process that do not depend on the database. They run on SQLite only. */
const onceIsEnough = [
  'acceptance/log.slow.test.ts',
  'acceptance/damaged-database.slow.test.ts',
  'acceptance/tracing.slow.test.ts',
  // Random billing histories run on both databases. A whole year takes twice as long on PostgreSQL.
  'acceptance/a-year.slow.test.ts',
];
/** Tests through a connection pooler. `npm run test:pgbouncer` runs all tests this way. */
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
const notThroughPooler = ['acceptance/last-release.slow.test.ts'];
/** These tests examine everything a process has loaded or counted, so each file has its own process. */
const alone = ['server/src/tests/{metrics,statements,tables}.test.ts'];
const aloneWithEngines = ['server/src/engines/vps/incus/execute/execute.test.ts'];
// This test replaces the timers of Node's fetch for the rest of its process.
const unitAlone = ['sdk/src/transport.test.ts'];
const never = ['**/node_modules/**', '**/dist/**', 'server/dist-*/**', ...slow];

// Workers and later runs share the cache of compiled sources.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/tests', import.meta.url));

type Project = NonNullable<TestProjectInlineConfiguration['test']> & {
  readonly name: string;
  readonly exclude: string[];
};

/** Returns a project, and a second one for files that need their own process. */
function someAlone(files: string[], test: Project): TestProjectInlineConfiguration[] {
  return [
    { extends: true, test: { ...test, exclude: [...test.exclude, ...files] } },
    { extends: true, test: { ...test, name: `${test.name}-alone`, include: files, isolate: true } },
  ];
}

export default defineConfig({
  test: {
    // Node runs the sources directly, as in production. No test mocks modules.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['testing/vitest-setup.ts', 'acceptance/vitest-setup.ts'],
    pool: 'forks',
    // Files share a process, so that modules are loaded and compiled once. This halves the time.
    isolate: false,
    tags: [{ name: 'slow', description: 'A test of the slow lane in a file of quick ones.' }],
    ...(isShort ? { tagsFilter: ['!slow'] } : {}),
    // Two more than cores, because tests also wait for timers, disks and engines. With four more, engines time out.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    sequence: { sequencer: LongFirst },
    // Ends tests that hang. Speed is measured by the benchmark, not by time limits.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000, interval: 20 } },
    projects: [
      ...someAlone(alone, {
        name: 'sqlite',
        include: onSqlite,
        exclude: [...never, ...unit, ...withEngines, ...inBrowser],
        env: { HOSTLER_TEST_DATABASE: 'sqlite' },
      }),
      ...someAlone(alone, {
        name: 'postgres',
        include: onPostgres,
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
      ...someAlone(unitAlone, {
        name: 'unit',
        include: unit,
        exclude: never,
        // Files of the panel contain macros for texts.
        setupFiles: ['panel/messages/node-hooks.ts'],
      }),
      ...someAlone(aloneWithEngines, { name: 'engines', include: withEngines, exclude: [...never, ...unit] }),
      {
        extends: true,
        test: {
          name: 'browser',
          include: isShort ? ['acceptance/panel/smoke.test.ts'] : inBrowser,
          exclude: never,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
