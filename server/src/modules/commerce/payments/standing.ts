import type { Query } from '../../../kernel/db/query.ts';
import { formatOptionalTime } from '../../../kernel/time.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { findProfile } from '../profiles/index.ts';
import { balanceOf } from './ledger/service.ts';
import type { Balance } from './schemas.ts';

/** Of an account that has not bought anything yet. */
export const USUAL_CURRENCY = 'EUR';

/** What is not invoiced yet; known to whoever sells. */
export type Forecast = (
  accountId: number,
  now: number,
) => Query<{ next_invoice_at: number | null; usage_so_far: number | null }>;

interface Dependencies {
  invoices: Pick<InvoiceService, 'sumOpen'>;
  forecast: Forecast | undefined;
}

export type Standing = ReturnType<typeof createStanding>;

/** How an account stands. */
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
