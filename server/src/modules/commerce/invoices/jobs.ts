import type { Database, Query } from '@hostler/database';
import { JobDeferred, type JobHandler } from '#kernel/jobs/worker.ts';
import type { Clock } from '#kernel/time.ts';
import type { InvoiceService } from './service.ts';
import { CORRECT_TAX } from './tax-corrections.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: Pick<InvoiceService, 'correctTax'>;
  isBillingHeld: () => Query<boolean>;
}

export function correctTaxJob({ db, clock, invoices, isBillingHeld }: Dependencies): JobHandler {
  return {
    kind: CORRECT_TAX,
    run: (work) =>
      db.write(function* () {
        if (yield* isBillingHeld()) throw new JobDeferred('billing is held');
        const { account_id, since } = work.payload as { account_id: number; since: number };
        yield* invoices.correctTax(account_id, since, clock.now());
        yield* work.complete();
      }),
  };
}
