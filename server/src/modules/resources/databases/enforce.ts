import { EngineError } from '../../../engines/engine.ts';
import { type SqlDriver, sqlEngines } from '../../../engines/sql/driver.ts';
import type { RecurringJob } from '../../../kernel/jobs/worker.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Outages } from '../../../kernel/outages.ts';
import { MINUTE } from '../../../kernel/time.ts';
import type { SqlDrivers } from './view.ts';

interface Dependencies {
  drivers: SqlDrivers;
  log: Logger;
  outages: Outages;
}

/** Sessions may lift their own limits on most servers; those that do and go too far are ended here. */
export function enforceBounds({ drivers, ...reporting }: Dependencies): RecurringJob {
  return {
    name: 'databases.enforce-bounds',
    everyMs: MINUTE,
    async run() {
      // Each for itself: a server that is away keeps the other one from nothing.
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
