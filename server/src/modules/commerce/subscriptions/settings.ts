/** What the seller decided about subscriptions. */
export interface SubscriptionSettings {
  /** By whose clocks periods and months are counted. */
  readonly timeZone: string;
  /** How many days before a period begins it is invoiced. */
  readonly renewDaysBefore: number;
  /** Whether periods are billed on while the server is suspended for want of payment. */
  readonly invoiceWhileSuspended: boolean;
}
