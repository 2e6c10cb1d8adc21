/** Size of the data and of the measurement. */
export interface ConsolePlan {
  readonly customers: number;
  readonly servers: number;
  readonly invoices: number;
  readonly tickets: number;
  /** Requests that each figure is taken from. */
  readonly requests: number;
}
