import { type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest';

/**
 * Runner of the projects on PostgreSQL: if that, or the pooler, is missing, it skips every test with its hooks, and
 * gives the reason. Vitest requires a default export here.
 */
export default class SkippingRunner extends TestRunner {
  readonly #reason =
    process.env.HOSTLER_TEST_POSTGRES_MISSING ??
    (process.env.HOSTLER_TEST_POOLED === 'on' ? process.env.HOSTLER_TEST_PGBOUNCER_MISSING : undefined);

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (this.#reason === undefined) return;
    for (const hooks of Object.values(TestRunner.getSuiteHooks(suite))) hooks.length = 0;
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.#reason !== undefined && test.mode === 'run') {
      test.mode = 'skip';
      // Reporters show the note, as for `skip(note)`; the result type does not list it.
      const result = { state: 'skip' as const, note: this.#reason };
      test.result = result;
    }
    await super.onBeforeRunTask(test);
  }
}
