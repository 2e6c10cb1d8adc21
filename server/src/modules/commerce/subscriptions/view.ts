import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { pendingChangeOf } from './changes/pending.ts';
import type { Subscription } from './schemas.ts';
import type { SubscriptionRow } from './store.ts';
import { nextTermsOf } from './terms.ts';

const IN_REVIEW =
  'The order is in review. You get an e-mail with the decision; the server is created after the approval.';

export function viewSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    status: row.status,
    pending_reason: row.status === 'pending' ? explainPending(row) : null,
    in_review: row.status === 'pending' && row.review_since !== null,
    price: row.price,
    currency: row.currency,
    billing_period: row.billing_period,
    tax_included: row.tax_included === 1,
    hosting_id: row.hosting_id,
    current_period_start: formatTime(row.current_period_start),
    current_period_end: formatTime(row.current_period_end),
    cancel_at_period_end: row.cancel_requested_at !== null,
    ends_at: formatOptionalTime(row.ends_at),
    cancelled_at: formatOptionalTime(row.cancelled_at),
    trial_ends_at: formatOptionalTime(row.trial_ends_at),
    next_invoice_at: formatOptionalTime(row.next_bill_at),
    next_plan: viewNextPlan(row),
    next_plan_at: formatOptionalTime(row.change_at),
    pending_change: viewPendingChange(row),
    resize_error: row.resize_error,
    coupon: row.coupon,
    traffic_cap: row.traffic_cap,
    created_at: formatTime(row.created_at),
  };
}

function viewNextPlan(row: SubscriptionRow): Subscription['next_plan'] {
  const next = nextTermsOf(row);
  return next && { plan: next.plan, price: next.price, billing_period: next.billing_period };
}

function viewPendingChange(row: SubscriptionRow): Subscription['pending_change'] {
  const pending = pendingChangeOf(row);
  if (!pending || row.pending_invoice_id === null || row.pending_expires_at === null) return null;
  return { plan: pending.plan, invoice_id: row.pending_invoice_id, expires_at: formatTime(row.pending_expires_at) };
}

/** Explains a pending order to the customer in one sentence, without the engine's error. */
function explainPending(row: SubscriptionRow): string {
  if (row.review_since !== null) return IN_REVIEW;
  if (row.pending_until !== null) return 'The first invoice is not paid yet.';
  if (row.pending_reason !== null) return row.pending_reason;
  if (row.delivery_attempts === 0 || row.deliver_by === null) return 'The server is being created.';
  const until = `${new Date(row.deliver_by).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `The server could not be created yet; if it does not run by ${until}, the order is cancelled and your payment returned.`;
}
