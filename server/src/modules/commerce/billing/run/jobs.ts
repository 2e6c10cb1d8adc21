import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { type BillingOperatorService, RUN_EVERY_MS } from './operator-service.ts';

export function runRegularly(billing: BillingOperatorService): RecurringJob {
  return { name: 'billing.run', everyMs: RUN_EVERY_MS, run: () => billing.run() };
}
