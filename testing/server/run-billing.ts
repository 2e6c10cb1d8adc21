// node testing/server/run-billing.ts '{"at": …, "now": …, "commits": …, "settings": {…}}'
// One billing run in a process of its own, which is killed where it would write once more than it may.
import { flushCompileCache } from 'node:module';
import { compose } from '../../server/src/compose/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { createLogger } from '../../server/src/kernel/log.ts';

export interface BillingRun {
  /** What is due at this time is done. */
  readonly at: number;
  /** Where its clock stands. */
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
  // Who is killed leaves nothing of what it compiled to the next one.
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
