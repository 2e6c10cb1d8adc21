// node testing/server/run-billing.ts '{"at": …, "now": …, "commits": …, "settings": {…}}'
// Runs billing in its own process, which is killed at the first write beyond the given number of commits.
import { flushCompileCache } from 'node:module';
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { readConfig } from '../../server/src/settings/config.ts';

export interface BillingRun {
  /** Bills everything due at this time. */
  readonly at: number;
  /** Time of its clock. */
  readonly now: number;
  readonly commits: number;
  readonly settings: Record<string, string>;
}

const { at, now, commits, settings } = JSON.parse(process.argv[2] ?? '{}') as BillingRun;

async function run(): Promise<never> {
  const { db, operator, prepare } = await compose({
    config: readConfig(settings),
    clock: { now: () => now },
    log: createLogger('silent'),
  });
  await prepare();
  // A killed process would not leave its compile cache to the next one.
  flushCompileCache();
  const write = db.write.bind(db);
  let left = commits;
  db.write = (body) => {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return write(body);
  };
  await operator.billing.run({ at, yes: true });
  await db.close();
  process.exit(0);
}

void run();
