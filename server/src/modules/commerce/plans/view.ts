import { formatTime } from '#kernel/time.ts';
import { viewExtraAddresses } from './extra-addresses.ts';
import type { OfferedPlan } from './schemas.ts';
import { type Plan, readPlan } from './service.ts';
import type { PlanRow } from './store.ts';
import { offerTraffic, viewTraffic } from './traffic.ts';

/** The view of a plan for staff. */
export function viewPlan(row: PlanRow) {
  const { bounds, version_id, extra_addresses, ...plan } = readPlan(row);
  const { processes = null, networkMbps = null, diskIops = null, nesting = false } = bounds;
  const limits = { processes, network_mbps: networkMbps, disk_iops: diskIops, nesting, ...viewTraffic(bounds.traffic) };
  return {
    ...plan,
    ...limits,
    ...viewExtraAddresses(extra_addresses),
    version_id,
    created_at: formatTime(row.created_at),
  };
}

/** The view of a plan for customers and visitors. */
export function viewOffer({ prices, tax_included, stock, ...plan }: Plan): OfferedPlan {
  const { id, name, version, kind, vcpus, memory_mb, disk_gb, images, trial_days } = plan;
  return {
    ...{ id, name, version, kind, vcpus, memory_mb, disk_gb, trial_days },
    images: [...images],
    ...offerTraffic(plan.bounds.traffic),
    extra_addresses_max: plan.extra_addresses?.max ?? 0,
    prices: prices.map((price) => ({
      ...price,
      traffic_price: plan.bounds.traffic?.prices?.[price.currency] ?? null,
      extra_address_price: plan.extra_addresses?.prices[price.currency] ?? null,
      tax_included,
    })),
    in_stock: stock === null || stock > 0,
  };
}
