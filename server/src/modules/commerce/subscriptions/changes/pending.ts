import { MINUTE } from '#kernel/time.ts';
import type { PlanPrice } from '../../plans/index.ts';
import type { SubscriptionRow } from '../store.ts';

/** A previewed price is valid for this long, because the confirmation comes later than the preview. */
export const PREVIEW_HOLDS_MS = 10 * MINUTE;

/** A change of plan that is carried out when its invoice is paid. Its price is fixed; its proration is not. */
export interface PendingChange {
  readonly plan: string;
  readonly plan_version_id: number;
  readonly price: PlanPrice;
  /** The plan whose stock is reserved. Null if none is. */
  readonly reserved: number | null;
  readonly requested_at: number;
}

/** State of a subscription without a pending change. */
export const NOT_PENDING = { pending_change: null, pending_invoice_id: null, pending_expires_at: null } as const;

export function pendingChangeOf(row: Pick<SubscriptionRow, 'pending_change'>): PendingChange | null {
  return row.pending_change === null ? null : (JSON.parse(row.pending_change) as PendingChange);
}
