import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR } from '#kernel/time.ts';
import type { BillingOperatorService } from './operator-service.ts';

export function runRegularly(billing: BillingOperatorService): RecurringJob {
  return { name: 'billing.run', everyMs: HOUR, run: () => billing.run() };
}
