import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { forgetNotices } from './store.ts';

/** Much longer than a provider repeats notifications. */
const KEPT_FOR = 90 * DAY;

export const noticeRetention: Retention = {
  name: 'payments.forget-notices',
  everyMs: HOUR,
  forget: (now, limit) => forgetNotices(now - KEPT_FOR, limit),
};
