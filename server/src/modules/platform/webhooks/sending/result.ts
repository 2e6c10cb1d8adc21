import { isSuccess, type Sent } from '../sender.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { DeliveryResult } from './record.ts';
import { nextAttemptAt } from './retry.ts';

const GONE = 410;

/** Translates an attempt into the result of its delivery. */
export function toResult(delivery: ClaimedDelivery, { retryAfter, ...sent }: Sent): DeliveryResult {
  if (isSuccess(sent)) return { delivery, status: 'succeeded', attempt: { ...sent, next: null }, gone: false };
  const gone = sent.status === GONE;
  const next = gone ? null : nextAttemptAt(delivery.attempts + 1, sent.at + sent.ms, retryAfter);
  return { delivery, status: next === null ? 'failed' : 'pending', attempt: { ...sent, next }, gone };
}
