import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { forgetLines } from './operator-store.ts';

/** Reports of complete imports are kept for this long. */
const KEPT_MS = 90 * DAY;

/** Deletes the lines of discarded imports, and of complete ones after 90 days. */
export const lineRetention: Retention = {
  name: 'imports.forget-lines',
  everyMs: HOUR,
  forget: (now, limit) => forgetLines({ before: now - KEPT_MS, limit }),
};
