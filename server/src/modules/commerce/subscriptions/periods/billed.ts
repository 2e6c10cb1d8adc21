import type { Query } from '@hostler/database';
import type { InvoiceService } from '../../invoices/index.ts';
import { keyOfPeriod } from '../lines.ts';
import type { SubscriptionRow } from '../store.ts';
import { type AdvancePeriod, periodStartOf } from './period.ts';
import type { Span } from './proration.ts';

/** A billed period. */
export interface BilledPeriod extends Span {
  /** True if the coupon reduced its price. */
  readonly isDiscounted: boolean;
}

type Charges = Pick<InvoiceService, 'findPeriodBefore' | 'listChargesUnder'>;

/**
 * Lists the periods that are billed and end after `since`, the first one first. Usually there is one, or two shortly
 * before a renewal. A billing run for a future time bills more.
 */
export function* listBilledPeriods(
  accountId: number,
  row: SubscriptionRow,
  since: number,
  { invoices, zone }: { invoices: Charges; zone: string },
): Query<BilledPeriod[]> {
  const periods: BilledPeriod[] = [];
  let [start, end] = [row.current_period_start, row.current_period_end];
  while (end > since && start < end) {
    const charges = yield* invoices.listChargesUnder(accountId, row.id, keyOfPeriod(row.id, start));
    periods.unshift({ start, end, isDiscounted: charges.some(({ kind }) => kind === 'discount') });
    end = start;
    if (end <= since) break;
    start = yield* findStartBefore(accountId, row, end, { invoices, zone });
  }
  return periods;
}

/** Returns the start of the period before `end`. The first one may be free, so it has no charge. */
export function* findStartBefore(
  accountId: number,
  row: SubscriptionRow,
  end: number,
  { invoices, zone }: { invoices: Pick<Charges, 'findPeriodBefore'>; zone: string },
): Query<number> {
  const charge = yield* invoices.findPeriodBefore(accountId, row.id, end);
  const period = row.billing_period as AdvancePeriod;
  return charge?.period_start ?? periodStartOf({ anchor: row.anchor_at, period, zone }, end);
}
