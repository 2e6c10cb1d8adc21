import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver } from '#engines/payment/driver.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { KeepMethod } from './keeping.ts';
import { listSetups } from './operator-store.ts';
import { CANCEL_MANDATE, type MethodService } from './service.ts';

const AT_ONCE = 100;
/** Longer than a provider keeps a setup page open. */
const GIVE_UP_AFTER = 26 * HOUR;

interface Dependencies {
  db: Database;
  log: Logger;
  methods: Pick<MethodService, 'remove'>;
  keepMethod: KeepMethod;
  findDriver: (name: string | null) => PaymentDriver | undefined;
}

/** Cancels the mandate of a removed method at the provider. */
export function cancelMandateJob({ db, findDriver }: Pick<Dependencies, 'db' | 'findDriver'>): JobHandler {
  return {
    kind: CANCEL_MANDATE,
    async run(work) {
      const { driver, reference } = work.payload as { driver: string; reference: string };
      await findDriver(driver)?.cancelMandate(reference, { signal: work.signal });
      await db.write(() => work.complete());
    },
  };
}

/** Polls setups without a notification, and deletes abandoned ones. */
export function pollSetups({ db, log, methods, keepMethod, findDriver }: Dependencies): RecurringJob {
  return {
    name: 'payments.look-at-setups',
    everyMs: MINUTE,
    async run(now) {
      for (const { account_id, id, driver, setup, created_at } of await db.read(listSetups(AT_ONCE))) {
        try {
          const mandate = setup === null ? undefined : await findDriver(driver)?.fetchMandate(setup);
          if (mandate) await db.write(() => keepMethod(account_id, driver, mandate, now));
          else if (now - created_at > GIVE_UP_AFTER) await db.write(() => methods.remove(account_id, id, now));
        } catch (error) {
          if (error instanceof DatabaseUnavailable) throw error;
          if (!(error instanceof EngineError))
            log.error({ err: error, method_id: id }, 'a payment method is not clear');
        }
      }
    },
  };
}
