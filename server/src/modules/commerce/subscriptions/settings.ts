import type { UsageLimits } from '#settings/usage.ts';

/** Settings of the seller for subscriptions. */
export interface SubscriptionSettings {
  /** Time zone in which periods and months are counted. */
  readonly timeZone: string;
  /** A period is invoiced this many days before it begins. */
  readonly renewDaysBefore: number;
  /** If true, periods are still billed while the server is suspended for non-payment. */
  readonly invoiceWhileSuspended: boolean;
  /** Number of days of hourly usage that credit must cover if there is no saved payment method. */
  readonly creditDays: number;
  /** Maximum hourly usage that a saved payment method covers, by currency, in minor units with tax. */
  readonly usageLimits: UsageLimits;
  /** Hours after payment until an order is cancelled if its server does not run. */
  readonly cancelUndeliveredHours: number;
}
