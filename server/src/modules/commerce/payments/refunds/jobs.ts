import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver } from '#engines/payment/driver.ts';
import type { JobHandler, RecurringJob } from '#kernel/jobs/worker.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import { findPayment } from '../store.ts';
import { listRefundsUnderWay } from './operator-store.ts';
import { enqueueRefund, REFUND } from './returns.ts';
import type { RefundOutcome, RefundService } from './service.ts';
import { findRefund } from './store.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  refunds: RefundService;
  findDriver: (name: string | null) => PaymentDriver | undefined;
}

/** Requests a refund from the provider. Repeats are safe, because the same key is the same refund. */
export function refundJob({ db, clock, refunds, findDriver }: Dependencies): JobHandler {
  return {
    kind: REFUND,
    retryForever: true,
    async run(work) {
      const { account_id, refund_id } = work.payload as { account_id: number; refund_id: number };
      const refund = await db.read(findRefund(account_id, refund_id));
      const payment = refund && (await db.read(findPayment(account_id, refund.payment_id)));
      let outcome: RefundOutcome | undefined;
      if (refund?.status === 'pending' && payment) {
        const driver = findDriver(payment.driver);
        if (!driver) throw new EngineError('unreachable', 'The provider of this payment is not switched on.');
        const { key, amount, currency } = refund;
        const order = { key, payment: payment.reference ?? '', amount, currency };
        outcome = await driver.refund(order, { signal: work.signal }).catch(refusal);
      }
      await db.write(function* () {
        if (outcome) yield* refunds.recordOutcome(account_id, refund_id, outcome, clock.now());
        yield* work.complete();
      });
    },
  };
}

/** A refusal is a result; a missing response is not. */
function refusal(error: unknown): RefundOutcome {
  if (!(error instanceof EngineError) || error.code === 'unreachable') throw error;
  return { status: 'failed', reference: null, failure: error.message };
}

const AT_ONCE = 100;

/** Polls refunds that a provider accepted and has not finished. */
export function pollRefunds({ db }: Pick<Dependencies, 'db'>): RecurringJob {
  return {
    name: 'payments.look-at-refunds',
    everyMs: HOUR,
    async run(now) {
      for (const { account_id, id } of await db.read(listRefundsUnderWay(now - HOUR, AT_ONCE))) {
        await db.write(() => enqueueRefund(account_id, id, now));
      }
    },
  };
}
