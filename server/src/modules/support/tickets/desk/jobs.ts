import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { forgetWriters } from './operator-store.ts';

/** A sign of writing counts for 15 seconds. */
export const writerRetention: Retention = {
  name: 'tickets.forget-writers',
  everyMs: HOUR,
  forget: (now, limit) => forgetWriters({ before: now - MINUTE, limit }),
};
