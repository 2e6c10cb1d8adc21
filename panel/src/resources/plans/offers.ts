import { t } from '@lingui/core/macro';
import { formatBytes, formatMoney, formatTraffic } from '../../parts/numbers.ts';
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

type Size = Pick<ShopPlan, 'vcpus' | 'memory_mb' | 'disk_gb' | 'traffic_included_gb'>;

/** Returns sizes like `2 vCPU`, `4 GiB memory`, `80 GiB disk`, `20 TB traffic`. */
export function listSizes({ vcpus, memory_mb, disk_gb, traffic_included_gb: gigabytes }: Size): string[] {
  return [
    t`${vcpus} vCPU`,
    t`${formatBytes(memory_mb * 1024 ** 2)} memory`,
    t`${formatBytes(disk_gb * 1024 ** 3)} disk`,
    gigabytes === null ? t`unmetered traffic` : t`${formatTraffic(gigabytes * 1e9)} traffic a month`,
  ];
}

/** Says what happens beyond the included traffic; null if traffic is unmetered. */
export function describeBeyond(
  { traffic_beyond, traffic_throttle_mbps }: Pick<ShopPlan, 'traffic_beyond' | 'traffic_throttle_mbps'>,
  price: PlanPrice | undefined,
): string | null {
  if (traffic_beyond === null) return null;
  if (traffic_beyond === 'throttle')
    return t`More traffic: limited to ${traffic_throttle_mbps ?? '–'} Mbit/s until the month ends.`;
  const amount = formatMoney(price?.traffic_price ?? 0, price?.currency ?? 'EUR');
  return t`More traffic: ${amount} for each started GB, capped at the price of a month.`;
}

/** Returns a price like `€9.00 a month`. */
export function describePrice({ price, currency, period }: PlanPrice): string {
  return `${formatMoney(price, currency)} ${PERIOD_WORDS[period]}`;
}
