import { formatBytes, formatMoney } from '../../parts/numbers.ts';
import type { Period } from './period.ts';
import type { PlanPrice, ShopPlan } from './queries.ts';
import { PERIOD_WORDS } from './texts.ts';

const ORDER: readonly Period[] = ['monthly', 'yearly', 'hourly'];

/** Returns the billing periods available in a currency. */
export function listPeriods(plans: readonly ShopPlan[], currency: string): Period[] {
  const prices = plans.flatMap((plan) => plan.prices).filter((price) => price.currency === currency);
  return ORDER.filter((period) => prices.some((price) => price.period === period));
}

/** Finds a plan by its id or name in the address. */
export function findPlan(plans: readonly ShopPlan[], wanted: string | undefined): ShopPlan | undefined {
  return plans.find(({ id, name }) => String(id) === wanted || name === wanted);
}

export function findPrice(plan: ShopPlan, currency: string, period: Period): PlanPrice | undefined {
  return plan.prices.find((price) => price.currency === currency && price.period === period);
}

/** Returns sizes like `2 vCPU`, `4 GiB memory`, `80 GiB disk`. */
export function listSizes({ vcpus, memory_mb, disk_gb }: Pick<ShopPlan, 'vcpus' | 'memory_mb' | 'disk_gb'>): string[] {
  return [`${vcpus} vCPU`, `${formatBytes(memory_mb * 1024 ** 2)} memory`, `${formatBytes(disk_gb * 1024 ** 3)} disk`];
}

/** Returns a price like `€9.00 a month`. */
export function describePrice({ price, currency, period }: PlanPrice): string {
  return `${formatMoney(price, currency)} ${PERIOD_WORDS[period]}`;
}
