import type { Query } from '@hostler/database';
import type { Invoice } from '../../invoices/index.ts';
import type { PlanPrice } from '../../plans/index.ts';

/** A reason to look at an order. */
export interface OrderFlag {
  readonly code: string;
  /** Sentence for staff. */
  readonly reason: string;
}

/** The result of the examination of a new order. */
export interface Verdict {
  /** True if the order waits for a decision by staff. */
  readonly waits: boolean;
  readonly flags: readonly OrderFlag[];
  /** IP address of the request; null if there is none. */
  readonly address: string | null;
  /** Fingerprint of the saved card; null if there is none. */
  readonly card: string | null;
}

interface RecordedOrder {
  readonly subscriptionId: number;
  readonly name: string;
  readonly price: PlanPrice;
  /** Undefined if nothing is due yet. */
  readonly invoice: Pick<Invoice, 'id' | 'total'> | undefined;
  /** True if the saved payment method is to be charged, because the customer cannot choose one. */
  readonly byProgram: boolean;
  readonly verdict: Verdict;
}

/** Decides which orders wait for staff. Every operation is part of the transaction of its cause. */
export interface OrderReview {
  /** Examines an order before its invoice is issued. Throws FORBIDDEN if the customer is blocked. */
  examine(accountId: number, order: { price: PlanPrice; isTrusted: boolean }, now: number): Query<Verdict>;
  /** Stores the order for the list of orders that staff see. */
  record(accountId: number, order: RecordedOrder, now: number): Query<void>;
  /** Examines a paid order again, because the payment may reveal the card. Returns true if it must wait. */
  reconsider(accountId: number, subscriptionId: number, now: number): Query<boolean>;
  /** Ends the review of an order that was cancelled. */
  close(accountId: number, subscriptionId: number, now: number): Query<void>;
}
