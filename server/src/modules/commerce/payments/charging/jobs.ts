import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { PaymentDriver, ProviderPayment } from '#engines/payment/driver.ts';
import { JobDeferred, type JobHandler, type JobWork } from '#kernel/jobs/worker.ts';
import { type Clock, DAY } from '#kernel/time.ts';
import type { InvoiceService } from '../../invoices/index.ts';
import { findMethod } from '../methods/store.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import type { RecordOutcome } from './outcome.ts';
import { CHARGE, isAutomatic, orderOf } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: Pick<InvoiceService, 'find'>;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  recordOutcome: RecordOutcome;
  isBillingHeld: () => Query<boolean>;
}

/**
 * Collects a stored payment. After a crash it is unknown whether the provider was called, so the provider is asked for
 * the key first. While it is unreachable, the payment stays pending and the job is retried. If the invoice was paid in
 * another way or is no longer due, nothing is collected. Charges of the billing run, and old ones of customers, wait
 * while billing is held.
 */
export function chargeJob({ db, clock, invoices, findDriver, recordOutcome, isBillingHeld }: Dependencies): JobHandler {
  async function collect(accountId: number, payment: PaymentRow, { job, signal }: JobWork): Promise<ProviderPayment> {
    const driver = findDriver(payment.driver);
    if (!driver) throw new EngineError('unreachable', 'The provider of this method is not switched on.');
    const key = String(payment.key);
    const known = job.attempts > 1 ? await driver.fetchStatus({ key }, { signal }) : undefined;
    if (known) return known;
    if (!isByCustomer(payment, job, clock.now()) && (await db.read(isBillingHeld()))) {
      throw new JobDeferred('billing is held');
    }
    const { method_id, invoice_id } = payment;
    const [method, invoice] = await db.read(
      (function* () {
        return [
          yield* findMethod(accountId, method_id ?? 0),
          yield* invoices.find(accountId, invoice_id ?? 0),
        ] as const;
      })(),
    );
    if (invoice.amount_due <= 0) return fail(payment, 'There was nothing left to pay.', 'soft');
    if (method?.status !== 'active' || method.reference === null)
      return fail(payment, 'The method was removed.', 'hard');
    try {
      return await driver.chargeMandate({ ...orderOf(payment, invoice), mandate: method.reference }, { signal });
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'unreachable') throw error;
      return fail(payment, error.message, 'soft');
    }
  }

  return {
    kind: CHARGE,
    retryForever: true,
    async run(work) {
      const { account_id, payment_id } = work.payload as { account_id: number; payment_id: number };
      const payment = await db.read(findPayment(account_id, payment_id));
      // A notification may have arrived before the job.
      const outcome = payment?.status === 'pending' ? await collect(account_id, payment, work) : undefined;
      await db.write(function* () {
        if (outcome) yield* recordOutcome(account_id, payment_id, outcome, clock.now());
        yield* work.complete();
      });
    },
  };
}

/** Returns whether a customer or an API client started the payment recently. */
function isByCustomer({ key }: PaymentRow, { created_at }: { created_at: number }, now: number): boolean {
  return !isAutomatic(String(key)) && now - created_at < DAY;
}

function fail(payment: PaymentRow, message: string, kind: 'soft' | 'hard'): ProviderPayment {
  const { key, amount, currency, reference } = payment;
  return {
    key,
    reference: reference ?? '',
    status: 'failed',
    failure: { kind, message },
    amount,
    currency,
    mandate: null,
  };
}
