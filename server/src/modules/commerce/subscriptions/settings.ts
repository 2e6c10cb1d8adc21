import type { UsageLimits } from '../../../usage-settings.ts';

/** What the seller decided about subscriptions. */
export interface SubscriptionSettings {
  /** By whose clocks periods and months are counted. */
  readonly timeZone: string;
  /** How many days before a period begins it is invoiced. */
  readonly renewDaysBefore: number;
  /** Whether periods are billed on while the server is suspended for want of payment. */
  readonly invoiceWhileSuspended: boolean;
  /** Without a saved payment method: how many days of hourly usage the credit must cover. */
  readonly creditDays: number;
  /** By currency, in minor units with tax: how much hourly usage a saved payment method covers. */
  readonly usageLimits: UsageLimits;
  /** How many hours after its payment an order is cancelled if its server does not run. */
  readonly cancelUndeliveredHours: number;
}
