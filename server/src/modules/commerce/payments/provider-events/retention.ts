import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { forgetProviderEvents } from './store.ts';

/** Much longer than a provider repeats notifications. */
const KEPT_FOR = 90 * DAY;

export const providerEventRetention: Retention = {
  name: 'payments.forget-notices',
  everyMs: HOUR,
  forget: (now, limit) => forgetProviderEvents(now - KEPT_FOR, limit),
};
