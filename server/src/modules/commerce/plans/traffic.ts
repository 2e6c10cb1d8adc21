import type { VpsTraffic } from '#engines/vps/driver.ts';
import { type ErrorDetail, fieldErrors as general } from '#kernel/errors.ts';
import { USUAL_THROTTLE_MBPS } from '../../resources/hosting/index.ts';
import { fieldErrors } from './errors.ts';
import type { PlanPrice, TrafficBeyond } from './schemas.ts';

export interface TrafficPrice {
  currency: string;
  /** Price of each started GB, in minor units. */
  price: number;
}

interface GivenTraffic {
  traffic_included_gb?: number | null | undefined;
  traffic_beyond?: TrafficBeyond | undefined;
  traffic_throttle_mbps?: number | undefined;
  traffic_prices?: readonly TrafficPrice[] | undefined;
}

/** Bytes of a month stay exact: a petabyte is far above what a server can send. */
const MAX_INCLUDED_GB = 1_000_000;
const MAX_THROTTLE_MBPS = 100_000;
/** Highest price of one GB. Keeps the line of a month below the maximum of a charge. */
const MAX_TRAFFIC_PRICE = 100_000;

/** Returns the terms on traffic; undefined if it is unmetered. Absent fields keep the value of the previous version. */
export function readTraffic(given: GivenTraffic, before: VpsTraffic | undefined): VpsTraffic | undefined {
  const includedGb = given.traffic_included_gb === undefined ? before?.includedGb : given.traffic_included_gb;
  if (includedGb === undefined || includedGb === null) return undefined;
  const prices = given.traffic_prices?.map(({ currency, price }) => [currency.toUpperCase(), price] as const);
  const beyond = given.traffic_beyond ?? before?.beyond ?? 'throttle';
  return {
    includedGb,
    beyond,
    throttleMbps: given.traffic_throttle_mbps ?? before?.throttleMbps ?? USUAL_THROTTLE_MBPS,
    ...(beyond === 'bill' ? { prices: prices ? Object.fromEntries(prices) : (before?.prices ?? {}) } : {}),
  };
}

export function checkTraffic(
  given: GivenTraffic,
  traffic: VpsTraffic | undefined,
  prices: readonly PlanPrice[],
): ErrorDetail[] {
  if (!traffic) return checkUnmetered(given);
  const missing = [...new Set(prices.map(({ currency }) => currency))].filter(
    (currency) => traffic.beyond === 'bill' && traffic.prices?.[currency] === undefined,
  );
  return [
    ...checkNumber('traffic_included_gb', traffic.includedGb, 0, MAX_INCLUDED_GB),
    ...checkNumber('traffic_throttle_mbps', traffic.throttleMbps ?? USUAL_THROTTLE_MBPS, 1, MAX_THROTTLE_MBPS),
    ...Object.values(traffic.prices ?? {}).flatMap((price) =>
      checkNumber('traffic_price', price, 1, MAX_TRAFFIC_PRICE),
    ),
    ...missing.map((currency) => fieldErrors.traffic_price_missing('traffic_price', { currency })),
    ...(traffic.beyond === 'throttle' && given.traffic_prices?.length
      ? [fieldErrors.traffic_price_not_billed('traffic_price')]
      : []),
  ];
}

/** Refuses terms that have no effect. */
function checkUnmetered(given: GivenTraffic): ErrorDetail[] {
  const isGiven = given.traffic_beyond ?? given.traffic_throttle_mbps ?? given.traffic_prices;
  if (isGiven === undefined) return [];
  return [fieldErrors.traffic_included_required('traffic_included_gb')];
}

function checkNumber(field: string, value: number, least: number, most: number): ErrorDetail[] {
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  return [general.not_whole_between(field, { min: least, max: most })];
}

/** The terms as customers and staff see them; nulls if traffic is unmetered. */
export function offerTraffic(traffic: VpsTraffic | undefined) {
  return {
    traffic_included_gb: traffic?.includedGb ?? null,
    traffic_beyond: traffic?.beyond ?? null,
    traffic_throttle_mbps: traffic ? (traffic.throttleMbps ?? USUAL_THROTTLE_MBPS) : null,
  };
}

export function viewTraffic(traffic: VpsTraffic | undefined) {
  const prices = Object.entries(traffic?.prices ?? {});
  return { ...offerTraffic(traffic), traffic_prices: prices.map(([currency, price]) => ({ currency, price })) };
}
