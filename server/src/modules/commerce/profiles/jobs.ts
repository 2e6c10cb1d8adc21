import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VatDriver } from '#engines/vat/driver.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { RecurringJob } from '#kernel/jobs/recurring.ts';
import type { Logger } from '#kernel/log.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { listToAsk, type ToAsk } from './operator-store.ts';
import { type Answer, type OnVatConfirmed, recordAnswer } from './vat-check.ts';

/** Accounts per run: registers are slow and block impatient clients. */
const AT_ONCE = 20;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  driver: VatDriver;
  onConfirmed: OnVatConfirmed;
  isBillingHeld: () => Query<boolean>;
}

/** Checks new VAT ids, and repeats checks that got no answer. */
export function checkVatIds({ db, clock, log, driver, onConfirmed, isBillingHeld }: Dependencies): RecurringJob {
  async function ask(due: ToAsk): Promise<void> {
    try {
      const answer = await check(driver, due.vat_id, log);
      await db.write(() => recordAnswer(due, answer, onConfirmed, clock.now()));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // An error must not keep the other ids from being checked. This one is retried later.
      log.error({ err: error, account_id: due.account_id }, 'the answer about a VAT id could not be recorded');
      await db.write(() => recordAnswer(due, 'unavailable', onConfirmed, clock.now()));
    }
  }

  return {
    name: 'profiles.check-vat',
    everyMs: MINUTE,
    async run(now) {
      if (await db.read(isBillingHeld())) return;
      for (const due of await db.read(listToAsk(now, AT_ONCE))) await ask(due);
    },
  };
}

async function check(driver: VatDriver, vatId: string, log: Logger): Promise<Answer> {
  try {
    return (await driver.look(vatId)) ?? 'staff';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // An outage of the register is logged as such.
    if (error.retry !== 'outage')
      log.warn({ reason: error.message }, 'a VAT id could not be looked up; its register is asked again');
    return 'unavailable';
  }
}
