import type { Query } from '@hostler/database';
import { findNextBill, listHourly } from './store.ts';
import type { UsageService } from './usage/service.ts';

/** Returns what is sold and not invoiced yet. */
export type Forecast = (
  accountId: number,
  now: number,
) => Query<{ next_invoice_at: number | null; usage_so_far: number | null }>;

/** `usage_so_far` is null if the account has no hourly subscriptions. */
export function createForecast(usage: Pick<UsageService, 'listUnbilled'>): Forecast {
  return function* forecast(accountId, now) {
    const hourly = yield* listHourly(accountId);
    const unbilled = hourly.length === 0 ? new Map() : yield* usage.listUnbilled(accountId, hourly, now);
    const sum = [...unbilled.values()].reduce((total, cost) => total + cost, 0);
    return { next_invoice_at: yield* findNextBill(accountId), usage_so_far: hourly.length === 0 ? null : sum };
  };
}
