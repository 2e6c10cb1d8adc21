import type { Query } from '#kernel/db/query.ts';
import { formatOptionalTime } from '#kernel/time.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { findProfile } from '../profiles/index.ts';
import { balanceOf } from './ledger/service.ts';
import type { Balance } from './schemas.ts';

/** Currency of an account without purchases. */
export const USUAL_CURRENCY = 'EUR';

/** Returns amounts that are not invoiced yet. */
export type Forecast = (
  accountId: number,
  now: number,
) => Query<{ next_invoice_at: number | null; usage_so_far: number | null }>;

interface Dependencies {
  invoices: Pick<InvoiceService, 'sumOpen'>;
  forecast: Forecast | undefined;
}

export type Standing = ReturnType<typeof createStanding>;

/** Returns the balance of an account. */
export function createStanding({ invoices, forecast }: Dependencies) {
  return function* standing(accountId: number, now: number): Query<Balance> {
    const currency = (yield* findProfile(accountId)).currency ?? USUAL_CURRENCY;
    const expected = forecast ? yield* forecast(accountId, now) : { next_invoice_at: null, usage_so_far: null };
    return {
      currency,
      credit: yield* balanceOf(accountId, currency),
      ...(yield* invoices.sumOpen(accountId, currency)),
      next_invoice_at: formatOptionalTime(expected.next_invoice_at),
      usage_so_far: expected.usage_so_far,
    };
  };
}
