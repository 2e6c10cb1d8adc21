import { SELLER } from '../billing/measure.ts';
import { seedSubscriptions } from '../billing/seed.ts';
import type { Settings } from '../seed.ts';
import { measureBusyBilling, measureReadings } from './busy.ts';
import { measureCommand } from './memory.ts';
import { measureGrownRequests } from './requests.ts';

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
  /** Number in the issue. */
  readonly item: number;
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  readonly small: number;
  readonly large: number;
}

type WithSettings = <T>(use: (settings: Settings) => Promise<T>) => Promise<T>;

/** Measures on several databases, because rows of one case would slow down another. */
export async function measureGrowth(
  database: string,
  plan: GrowthPlan,
  withSettings: WithSettings,
): Promise<GrowthRow[]> {
  const tell = (text: string) => process.stderr.write(`growth, ${database}: ${text}…\n`);
  tell('searches and logs');
  const rows = await withSettings((settings) => measureGrownRequests(settings, plan));
  tell('lists of the command line, little');
  const few = { subscriptions: plan.few, due: plan.few / 4 };
  const small = await withSettings(async (given) => {
    const settings = { ...given, ...SELLER };
    await seedSubscriptions(settings, few);
    return listMemory(settings);
  });
  tell('lists of the command line, much, and billing');
  await withSettings(async (given) => {
    const settings = { ...given, ...SELLER };
    await seedSubscriptions(settings, plan);
    const large = await listMemory(settings);
    for (const [index, what] of LISTS.entries()) {
      rows.push({ item: 3, what: `${what} list`, unit: 'MB', small: small[index] ?? 0, large: large[index] ?? 0 });
    }
    rows.push(await measureBusyBilling(settings, plan));
  });
  tell('readings');
  rows.push(await withSettings((settings) => measureReadings(settings, plan)));
  return rows;
}

const LISTS = ['invoice', 'subscription'];

async function listMemory(settings: Settings): Promise<number[]> {
  const memory: number[] = [];
  for (const what of LISTS) memory.push(await measureCommand(settings, what, 'list', '--json'));
  return memory;
}
