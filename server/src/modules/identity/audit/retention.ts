import { forgetInOrder } from '#kernel/jobs/forget-in-order.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import { DAY, HOUR } from '#kernel/time.ts';

const KEPT_FOR = 365 * DAY;

const forgetEntries = forgetInOrder('audit_entries');

export const auditRetention: Retention = {
  name: 'audit.forget-old',
  everyMs: HOUR,
  forget: (now, limit) => forgetEntries(now - KEPT_FOR, now, limit),
};
