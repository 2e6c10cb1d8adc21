import type { SubscriptionRow, SubscriptionState } from '../store.ts';
import { currentTermsOf, nextTermsOf, type Terms } from '../terms.ts';
import type { NoticeRow, PriceChangeRow } from './store.ts';

/**
 * Returns whether a subscription is sold as at the announcement: not cancelled or changed since, and with no such
 * change pending.
 */
export function isStillSold(row: SubscriptionRow, notice: Pick<NoticeRow, 'old_price' | 'new_price'>): boolean {
  const next = nextTermsOf(row);
  const isWaiting = next !== null && !isOwn(row, notice);
  return row.status !== 'cancelled' && row.ends_at === null && row.price === notice.old_price && !isWaiting;
}

/** Returns whether the waiting terms are those of this price change. */
export function isOwn(row: SubscriptionRow, { new_price }: Pick<NoticeRow, 'new_price'>): boolean {
  const next = nextTermsOf(row);
  return (
    next !== null &&
    next.price === new_price &&
    next.plan_version_id === row.plan_version_id &&
    next.billing_period === row.billing_period
  );
}

/** Returns the change to the new price at the start of a period, or undefined if the subscription has changed since. */
export function setNextPrice(
  row: SubscriptionRow,
  notice: Pick<NoticeRow, 'old_price' | 'new_price' | 'effective_at'>,
  { monthly_cap }: Pick<PriceChangeRow, 'monthly_cap'>,
): Partial<SubscriptionState> | undefined {
  if (!isStillSold(row, notice)) return undefined;
  const current = currentTermsOf(row);
  const next: Terms = { ...current, price: notice.new_price, monthly_cap: monthly_cap ?? current.monthly_cap };
  return { next_terms: JSON.stringify(next), change_at: notice.effective_at };
}
