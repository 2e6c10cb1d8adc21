import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY } from '#kernel/time.ts';
import { forgetEndedOperatorKeys } from './store.ts';

/** Ended keys stay visible to staff for this long. */
const ENDED_KEPT_FOR = 365 * DAY;

export const operatorKeyRetention: Retention = {
  name: 'operators.forget-ended-keys',
  everyMs: DAY,
  forget: (now, limit) => forgetEndedOperatorKeys(now - ENDED_KEPT_FOR, limit),
};
