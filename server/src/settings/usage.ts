import { ConfigError, type Settings } from './readers.ts';

/** Hourly usage that a saved payment method covers, in minor units with tax. */
export interface UsageLimit {
  /** Until the account has paid an invoice. */
  readonly beforePayment: number;
  readonly afterPayment: number;
}

/** Limits by currency. A missing currency has no limit. */
export type UsageLimits = ReadonlyMap<string, UsageLimit>;

/** Currencies of similar value. For others there is no sensible default. */
const DEFAULT_LIMITS = ['EUR:5000:20000', 'USD:5000:20000', 'GBP:5000:20000', 'CHF:5000:20000'];

/** Parses `EUR:5000:20000,SEK:50000:200000`. A currency that is not named keeps its default. */
export function readUsageLimits(settings: Settings): UsageLimits {
  return new Map([...DEFAULT_LIMITS, ...settings.list('HOSTLER_USAGE_LIMIT')].map(readLimit));
}

function readLimit(text: string): [string, UsageLimit] {
  const [, currency = '', before, after = before] = /^([A-Z]{3}):(\d{1,12})(?::(\d{1,12}))?$/.exec(text) ?? [];
  if (before !== undefined) return [currency, { beforePayment: Number(before), afterPayment: Number(after) }];
  throw new ConfigError(
    `HOSTLER_USAGE_LIMIT names ${JSON.stringify(text)}; it takes a currency and amounts in minor units, like EUR:5000:20000.`,
  );
}
