import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import type { Subscription } from './schemas.ts';
import type { SubscriptionRow } from './store.ts';

export function viewSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    status: row.status,
    price: row.price,
    currency: row.currency,
    billing_period: row.billing_period,
    hosting_id: row.hosting_id,
    current_period_start: formatTime(row.current_period_start),
    current_period_end: formatTime(row.current_period_end),
    cancel_at_period_end: row.cancel_requested_at !== null,
    cancelled_at: formatOptionalTime(row.cancelled_at),
    created_at: formatTime(row.created_at),
  };
}
