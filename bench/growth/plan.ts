export interface GrowthPlan {
  /** Rows of the large account and of the small one. */
  readonly tickets: number;
  readonly few: number;
  readonly subscriptions: number;
  readonly due: number;
  readonly servers: number;
  readonly requests: number;
  /** Most time for the requests of a case, and for work in the background. */
  readonly mostMs: number;
  readonly calmMs: number;
  readonly busyMs: number;
}

export const FULL_GROWTH: GrowthPlan = {
  ...{ tickets: 200_000, few: 200, subscriptions: 100_000, due: 5_000, servers: 20_000, requests: 60 },
  ...{ mostMs: 10_000, calmMs: 5_000, busyMs: 30_000 },
};
export const QUICK_GROWTH: GrowthPlan = {
  ...{ tickets: 20_000, few: 200, subscriptions: 2_000, due: 400, servers: 1_000, requests: 20 },
  ...{ mostMs: 5_000, calmMs: 2_000, busyMs: 6_000 },
};

/** A cost with much data against the same with little. */
export interface GrowthRow {
  /** Number of the case in the report. */
  readonly item: number;
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  readonly small: number;
  readonly large: number;
}
