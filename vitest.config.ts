import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that no database takes part in; they run once, the others on SQLite and on PostgreSQL. */
const databaseFree = [
  'server/src/engines/**/*.test.ts',
  '**/*.unit.test.ts',
  '{scripts,testing}/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  // Which database Hostler has does not matter to its engines.
  'acceptance/engines/**/*.test.ts',
];
const everywhere = ['server/src/**/*.test.ts', 'acceptance/**/*.test.ts'];
/** In a real browser, against a started server with the panel; one database is enough. */
const inBrowser = ['acceptance/panel/**/*.test.ts'];
/** About the process, whichever database it has: on SQLite only. */
const onceIsEnough = [
  'acceptance/log.test.ts',
  'acceptance/tracing.test.ts',
  // Random histories are lived through on both; a whole year takes twice as long on PostgreSQL.
  'acceptance/a-year.test.ts',
];
/** Through a pooler: a few of those on PostgreSQL, and all of them by `npm run test:pgbouncer`. */
const throughPooler =
  process.env.HOSTLER_TEST_POOLED === 'all'
    ? everywhere
    : [
        'server/src/kernel/db/{database,change-row}.test.ts',
        'server/src/kernel/db/postgres/{hints,pooler}.test.ts',
        'server/src/kernel/jobs/leases.test.ts',
        'server/src/modules/support/tickets/tickets.test.ts',
      ];
const never = ['**/node_modules/**', '**/dist/**', 'server/dist-*/**'];

// What Node compiled and stripped of its types once is there for every worker and for the next run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/tests', import.meta.url));

export default defineConfig({
  test: {
    // Node runs the sources as it does in production; nothing here needs modules that are replaced by others.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['testing/vitest-setup.ts', 'acceptance/vitest-setup.ts'],
    pool: 'forks',
    // One more than cores: a third of the time tests wait for timers, processes and engines.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    // Only there to end what hangs; how long things may take is the benchmarks' business.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: everywhere,
          exclude: [...never, ...databaseFree, ...inBrowser],
          env: { HOSTLER_TEST_DATABASE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: everywhere,
          exclude: [...never, ...databaseFree, ...inBrowser, ...onceIsEnough],
          env: { HOSTLER_TEST_DATABASE: 'postgres' },
          runner: './testing/vitest-runner.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'pgbouncer',
          include: throughPooler,
          exclude: [...never, ...databaseFree, ...inBrowser, ...onceIsEnough],
          env: { HOSTLER_TEST_DATABASE: 'postgres', HOSTLER_TEST_POOLED: 'on' },
          // Every statement is planned anew, and goes through one more process.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          runner: './testing/vitest-runner.ts',
        },
      },
      { extends: true, test: { name: 'engines', include: databaseFree, exclude: never } },
      { extends: true, test: { name: 'browser', include: inBrowser, exclude: never, testTimeout: 300_000 } },
    ],
  },
});
