import { SELLER } from '../billing/measure.ts';
import { seedSubscriptions } from '../billing/seed.ts';
import type { Settings } from '../seed.ts';
import { measureBusyBilling, measureReadings } from './busy.ts';
import { measureCommand } from './memory.ts';
import type { GrowthPlan, GrowthRow } from './plan.ts';
import { measureGrownRequests } from './requests.ts';

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
