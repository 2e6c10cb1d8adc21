import { t } from '@lingui/core/macro';
import { formatBytes, formatMoney, formatNumber } from '#parts/numbers.ts';
import { PERIODS } from '#resources/billing/texts.ts';
import type { StaffPlan } from './queries.ts';
import { texts } from './texts.ts';

type Price = StaffPlan['prices'][number];

/** Returns a price like `€9.90 a month, €5.00 setup`. */
export function describePrice({ price, currency, period, setup_fee, monthly_cap }: Price): string {
  return [
    `${formatMoney(price, currency)} ${PERIODS[period]}`,
    ...(monthly_cap === null ? [] : [texts.cap(formatMoney(monthly_cap, currency))]),
    ...(setup_fee > 0 ? [texts.setup(formatMoney(setup_fee, currency))] : []),
  ].join(', ');
}

/** Returns the terms on traffic, like `1,000 GB a month, then 10 Mbit/s`. */
export function describeTraffic(plan: StaffPlan): string {
  const { traffic_included_gb: included, traffic_beyond, traffic_throttle_mbps: mbps, traffic_prices } = plan;
  if (included === null) return texts.unmetered;
  const prices = traffic_prices.map(({ price, currency }) => formatMoney(price, currency)).join(', ');
  const beyond = traffic_beyond === 'bill' ? texts.trafficBilled(prices) : texts.trafficThrottled(mbps ?? 0);
  return `${texts.trafficOf(formatNumber(included))}, ${beyond}`;
}

/** Returns the offer of extra addresses, like `Up to 4, €2.00 a month each`. */
export function describeExtraAddresses({ extra_addresses_max: max, extra_address_prices }: StaffPlan): string {
  if (max === 0) return texts.noExtraAddresses;
  return texts.extraAddressesOf(
    max,
    extra_address_prices.map(({ price, currency }) => formatMoney(price, currency)).join(', '),
  );
}

/** Returns sizes like `2 vCPU, 4 GiB, 80 GiB disk`. */
export function describeSize({ vcpus, memory_mb, disk_gb }: StaffPlan): string {
  return t`${vcpus} vCPU, ${formatBytes(memory_mb * 1024 ** 2)}, ${formatBytes(disk_gb * 1024 ** 3)} disk`;
}
