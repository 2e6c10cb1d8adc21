import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY } from '#kernel/time.ts';
import { KEPT_MS } from './lifetimes.ts';
import { forgetViews } from './store.ts';

export const accountViewRetention: Retention = {
  name: 'account-views.forget-old',
  everyMs: DAY,
  forget: (now, limit) => forgetViews({ before: now - KEPT_MS, limit }),
};
