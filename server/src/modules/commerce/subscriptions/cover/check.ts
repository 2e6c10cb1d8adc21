import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { CheckedEngine } from '#health/health.ts';
import { listOffers } from '../../plans/index.ts';
import type { SubscriptionSettings } from '../settings.ts';

/** Reports to `doctor` the currencies in which a saved payment method covers any amount of hourly usage. */
export function checkUsageLimits(
  db: Database,
  { usageLimits }: Pick<SubscriptionSettings, 'usageLimits'>,
): CheckedEngine {
  return {
    name: 'usage limits',
    async check(): Promise<EngineHealth> {
      const prices = (await db.peek(listOffers())).flatMap((plan) => plan.prices);
      const hourly = prices.filter(({ period }) => period === 'hourly').map(({ currency }) => currency);
      const unlimited = [...new Set(hourly)].filter((currency) => !usageLimits.has(currency)).sort();
      const answer = { reachable: true, version: null };
      if (unlimited.length === 0) {
        return { ...answer, detail: 'Hourly usage has a limit in every currency on sale.', advice: null };
      }
      const detail = `Hourly plans are on sale without a usage limit: ${unlimited.join(', ')}.`;
      return { ...answer, detail, advice: `Set HOSTLER_USAGE_LIMIT, for example ${unlimited[0]}:5000:20000.` };
    },
  };
}
