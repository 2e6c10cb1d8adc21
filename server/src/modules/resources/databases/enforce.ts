import { EngineError } from '#engines/engine.ts';
import { type SqlDriver, sqlEngines } from '#engines/sql/driver.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { Outages } from '#kernel/outages.ts';
import { MINUTE } from '#kernel/time.ts';
import type { SqlDrivers } from './view.ts';

interface Dependencies {
  drivers: SqlDrivers;
  log: Logger;
  outages: Outages;
}

/** Ends sessions that exceed their limits. On most servers a session can lift its own limits. */
export function enforceBounds({ drivers, ...reporting }: Dependencies): RecurringJob {
  return {
    name: 'databases.enforce-bounds',
    everyMs: MINUTE,
    async run() {
      // In parallel, so that an unreachable server does not hold up the other one.
      await Promise.all(sqlEngines.map((engine) => enforceOn(drivers[engine], reporting)));
    },
  };
}

async function enforceOn(driver: SqlDriver, { log, outages }: Omit<Dependencies, 'drivers'>): Promise<void> {
  try {
    const ended = await driver.enforce();
    if (ended > 0)
      log.warn({ engine: driver.engine, ended }, 'sessions of customers went past their bounds; they are ended');
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    outages.fail({ engine: driver.engine }, error);
  }
}
