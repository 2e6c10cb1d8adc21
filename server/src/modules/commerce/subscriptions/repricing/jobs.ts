import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR } from '#kernel/time.ts';
import type { PriceDecisions } from './deciding/operator-service.ts';

export function followPriceMails(prices: PriceDecisions): RecurringJob {
  return { name: 'repricing.mail', everyMs: HOUR, run: () => prices.followMails() };
}
