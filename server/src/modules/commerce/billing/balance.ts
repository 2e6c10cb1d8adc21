import type { Query } from '@hostler/database';
import { formatOptionalTime } from '#kernel/time.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { balanceOf, USUAL_CURRENCY } from '../payments/index.ts';
import { findProfile } from '../profiles/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import type { Balance } from './schemas.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'sumOpen'>;
  subscriptions: Pick<Subscriptions, 'forecast'>;
}

/** Returns the balance of an account. */
export function createBalance({ invoices, subscriptions }: Dependencies) {
  return function* balance(accountId: number, now: number): Query<Balance> {
    const currency = (yield* findProfile(accountId)).currency ?? USUAL_CURRENCY;
    const expected = yield* subscriptions.forecast(accountId, now);
    return {
      currency,
      credit: yield* balanceOf(accountId, currency),
      ...(yield* invoices.sumOpen(accountId, currency)),
      next_invoice_at: formatOptionalTime(expected.next_invoice_at),
      usage_so_far: expected.usage_so_far,
    };
  };
}
