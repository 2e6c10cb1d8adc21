import type { Query } from '@hostler/database';
import { DAY } from './time.ts';

/** In the order in which the list shows them. */
export const FAILURE_KINDS = ['billing', 'backup', 'action', 'mail', 'webhook'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Parts of the kind `billing`, whose ids are of different records. */
export const BILLING_PARTS = ['charge', 'delivery', 'run'] as const;
export type BillingPart = (typeof BILLING_PARTS)[number];

/** Failures that are older are not listed and cannot be retried. */
export const FAILURES_LISTED_FOR = 30 * DAY;

export interface FoundFailure {
  /** Unique and falling within its source; `after` takes it. */
  readonly cursor: number;
  /** With the kind it names what `hostler retry` retries. */
  readonly id: number;
  readonly account_id: number | null;
  /** `hosting.start of hosting 3` */
  readonly what: string;
  readonly reason: string;
  readonly failed_at: number;
  /** Why it cannot be retried and what to do instead; null if it can. */
  readonly instead: string | null;
}

export interface FailureRequest {
  readonly account_id?: number | undefined;
  readonly text?: string | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
  /** Failed at this time or later. */
  readonly since: number;
}

/** A table with work that can fail for good. Each module declares its own. */
export interface FailureSource {
  readonly kind: FailureKind;
  /** Required if several sources have this kind. */
  readonly part?: BillingPart;
  /** Open failures, the newest first. Found by an index: the cost is what failed, not what exists. */
  list(request: FailureRequest): Query<FoundFailure[]>;
  /**
   * Starts it again and returns what was done. Undefined if there is no such record. Throws CONFLICT if it has not failed, was
   * superseded, or cannot be retried.
   */
  retry(id: number, now: number): Query<string | undefined>;
}
