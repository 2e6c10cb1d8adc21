import { currentTransaction, type Query, TransactionValue } from '@hostler/database';

/** Account id in the queue of bulk actions. No account has it. */
export const STAFF_QUEUE = -1;

/** True while a bulk action by staff queues jobs. */
export const isBulkWork = new TransactionValue(false);

/**
 * Runs a query whose jobs are part of a bulk action by staff. All bulk actions together share one queue per lane, like
 * the jobs of one account, so that work on a thousand servers does not delay customers.
 */
export function* asBulkWork<T>(work: Query<T>): Query<T> {
  const transaction = yield* currentTransaction();
  const before = isBulkWork.of(transaction);
  isBulkWork.set(transaction, true);
  try {
    return yield* work;
  } finally {
    isBulkWork.set(transaction, before);
  }
}
