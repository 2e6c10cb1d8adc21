import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver, ProviderPayment } from '#engines/payment/driver.ts';
import type { JobHandler } from '#kernel/jobs/worker.ts';
import type { Clock } from '#kernel/time.ts';
import { findPayment, type PaymentRow } from '../../store.ts';
import type { RecordOutcome } from '../outcome.ts';
import { END_AUTHORIZATION } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  recordOutcome: RecordOutcome;
}

/**
 * Captures or cancels an authorised payment, as decided. Both are idempotent at the provider, so the job is repeated
 * after a crash and while the provider is unreachable.
 */
export function endAuthorizationJob({ db, clock, findDriver, recordOutcome }: Dependencies): JobHandler {
  return {
    kind: END_AUTHORIZATION,
    retryForever: true,
    async run(work) {
      const { account_id, payment_id } = work.payload as { account_id: number; payment_id: number };
      const payment = await db.read(findPayment(account_id, payment_id));
      // A notification may have arrived before the job.
      const outcome = payment?.status === 'pending' ? await end(payment, work.signal) : undefined;
      if (outcome?.status === 'authorized') throw new EngineError('unreachable', 'The payment is still authorised.');
      await db.write(function* () {
        if (outcome) yield* recordOutcome(account_id, payment_id, outcome, clock.now());
        yield* work.complete();
      });
    },
  };

  async function end(payment: PaymentRow, signal: AbortSignal): Promise<ProviderPayment> {
    const driver = findDriver(payment.driver);
    if (!driver) throw new EngineError('unreachable', 'The provider of this payment is not switched on.');
    const { amount, currency } = payment;
    const reference = payment.reference ?? '';
    try {
      if (payment.capture_state === 'cancelling') return await driver.cancelAuthorization(reference, { signal });
      return await driver.capture({ key: String(payment.key), payment: reference, amount, currency }, { signal });
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'unreachable') throw error;
      return fail(payment, error.message);
    }
  }
}

function fail({ key, reference, amount, currency }: PaymentRow, message: string): ProviderPayment {
  const failure = { kind: 'soft', message } as const;
  return { key, reference: reference ?? '', status: 'failed', failure, amount, currency, mandate: null };
}
