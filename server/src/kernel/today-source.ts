import { type Query, sql } from '@hostler/database';
import type { StaffRole } from './staff-roles.ts';

/** Numbers of the page Today, in the order in which it shows them. A new number is one line here and its source. */
export const TODAY_KEYS = [
  'setup_steps',
  'orders_to_review',
  'sign_ups_waiting',
  'tickets_waiting',
  'overdue_invoices',
  'unmatched_bank_lines',
  'renewals_today',
  'failed_billing',
  'failed_backups',
  'failed_actions',
  'failed_mails',
  'failed_deliveries',
  'engines',
  'full_nodes',
  'servers_without_address',
  'servers_without_rules',
  'reverse_names_to_reset',
  'failing_webhooks',
] as const;
export type TodayKey = (typeof TODAY_KEYS)[number];

/** `good`: nothing to do. `idle`: for information. `wait`: staff should act. `bad`: something is broken. */
export const TODAY_TONES = ['good', 'idle', 'wait', 'bad'] as const;
export type TodayTone = (typeof TODAY_TONES)[number];

/** Rows that a number counts at most, so that it takes the same time for a large installation. */
export const MOST_COUNTED = 10_000;

export interface TodayCount {
  /** Null if it is not known yet. */
  readonly count: number | null;
  /** There are more than `count`. Default: whether the count is above `MOST_COUNTED`. */
  readonly capped?: boolean;
  /** In minor units. */
  readonly amounts?: readonly { readonly currency: string; readonly amount: number }[];
  /** Names of the first records, or another sentence for people. */
  readonly detail?: string;
  /** Default: `good` if the count is 0, else the tone of the source. */
  readonly tone?: TodayTone;
}

/** One number of the page Today. Each module declares its own. */
export interface TodaySource {
  readonly key: TodayKey;
  /** Roles that may read it; it is absent from the response to others. */
  readonly roles: readonly StaffRole[];
  /** Address of its list in the console. */
  readonly url: string;
  /** Tone of a count above 0. */
  readonly tone: TodayTone;
  /** Counts at most `MOST_COUNTED + 1` rows, found by an index. */
  read(now: number): Query<TodayCount>;
}

/** Returns a function that counts the rows of a statement without its limit, such as `select id from tickets where …`. */
export function countRowsOf(select: string): () => Query<TodayCount> {
  const statement = sql<{ limit: number }, { count: number }>(
    `select count(*) as count from (${select} limit :limit) as counted`,
  );
  return function* count() {
    return { count: (yield* statement.one({ limit: MOST_COUNTED + 1 }))?.count ?? 0 };
  };
}
