import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver, ProviderPayment } from '#engines/payment/driver.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listPaymentsToPoll, type OwnedPaymentRow, postponePoll } from '../../operator-store.ts';
import type { PaymentRow } from '../../store.ts';
import type { RecordOutcome } from '../outcome.ts';
import { nextCheckAt } from './pause.ts';

const AT_ONCE = 100;
/** Longer than a provider keeps a payment page open. */
const GIVE_UP_AFTER = 26 * HOUR;
const NEVER_FINISHED = { kind: 'soft', message: 'The payment was not finished.' } as const;

interface Dependencies {
  db: Database;
  log: Logger;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  recordOutcome: RecordOutcome;
  isBillingHeld: () => Query<boolean>;
}

/** Polls providers for the results of payments, because notifications and responses may be lost. */
export function pollPayments({ db, log, findDriver, recordOutcome, isBillingHeld }: Dependencies): RecurringJob {
  async function look(payment: OwnedPaymentRow, now: number): Promise<void> {
    const { id, account_id, key, reference, created_at } = payment;
    const driver = findDriver(payment.driver);
    if (!driver) throw new EngineError('unreachable', 'Its provider is not switched on.');
    const known = await driver.fetchStatus(reference === null ? { key: String(key) } : { reference });
    const isTooSoon = now - created_at < GIVE_UP_AFTER || (await db.read(isBillingHeld()));
    if (!known && isTooSoon) throw new EngineError('not_found', 'The payment was not started.');
    await db.write(() => recordOutcome(account_id, id, known ?? forgotten(payment), now));
  }

  return {
    name: 'payments.look',
    everyMs: MINUTE,
    async run(now) {
      for (const payment of await db.read(listPaymentsToPoll(now, now + DAY, AT_ONCE))) {
        try {
          await look(payment, now);
        } catch (error) {
          if (error instanceof DatabaseUnavailable) throw error;
          if (!(error instanceof EngineError))
            log.error({ err: error, payment_id: payment.id }, 'a payment is not clear');
          await db.write(() => postponePoll(payment, nextCheckAt(payment, now)));
        }
      }
    },
  };
}

function forgotten({ key, reference, amount, currency }: PaymentRow): ProviderPayment {
  const none = { mandate: null, status: 'failed', failure: NEVER_FINISHED } as const;
  return { key, reference: reference ?? '', amount, currency, ...none };
}
