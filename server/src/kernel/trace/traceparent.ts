import { TransactionValue } from '@hostler/database';

/** Trace context of a transaction, for the jobs and events it queues; null if it is not traced. */
export const traceparent = new TransactionValue<string | null>(null);
