import type { VpsBounds, VpsKind } from '#engines/vps/driver.ts';
import { type ErrorDetail, fieldErrors as general, validationError } from '#kernel/errors.ts';
import { fieldErrors } from './errors.ts';
import { type AddressPrice, checkExtraAddresses, readExtraAddresses } from './extra-addresses.ts';
import type { BillingPeriod, PlanPrice, TrafficBeyond } from './schemas.ts';
import type { Plan } from './service.ts';
import { checkTraffic, readTraffic, type TrafficPrice } from './traffic.ts';

/** Maximum of one invoice line. The hourly maximum also keeps the line for a whole month below it. */
const MAX_PRICE = 10 ** 11;
const MAX_HOURLY_PRICE = 10 ** 8;
const MAX_TRIAL_DAYS = 365;
/** Above any real number of prices. Keeps a list of plans to one page. */
const MAX_PRICES = 50;
const MAX_IMAGES = 50;
const CURRENCY = /^[A-Z]{3}$/;

/** Defaults of a new plan. */
export const USUAL_PLAN = {
  currency: 'EUR',
  billing_period: 'monthly',
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 20,
  image: 'debian/13',
  kind: 'container',
} as const;

export interface NewPrice {
  period: BillingPeriod;
  currency: string;
  price: number;
  setup_fee?: number | undefined;
  monthly_cap?: number | null | undefined;
}

/** Terms of a plan version. Absent fields keep the value of the previous version, or the default. */
export interface NewTerms {
  /** Price of one period in minor units of the currency. Precedes the prices in `prices`. */
  price?: number | undefined;
  currency?: string | undefined;
  billing_period?: BillingPeriod | undefined;
  prices?: readonly NewPrice[] | undefined;
  /** Applies to prices without their own setup fee. */
  setup_fee?: number | undefined;
  tax_included?: boolean | undefined;
  trial_days?: number | undefined;
  vcpus?: number | undefined;
  memory_mb?: number | undefined;
  disk_gb?: number | undefined;
  /** The default image of new servers. */
  image?: string | undefined;
  /** Other images that a server can be created from. */
  images?: readonly string[] | undefined;
  kind?: VpsKind | undefined;
  processes?: number | undefined;
  network_mbps?: number | undefined;
  disk_iops?: number | undefined;
  nesting?: boolean | undefined;
  /** Outbound traffic per calendar month, in GB of 10^9 bytes. Null is unmetered. */
  traffic_included_gb?: number | null | undefined;
  traffic_beyond?: TrafficBeyond | undefined;
  traffic_throttle_mbps?: number | undefined;
  /** Price of a started GB beyond the included traffic. */
  traffic_prices?: readonly TrafficPrice[] | undefined;
  /** Extra addresses per server. 0: customers can add none. */
  extra_addresses_max?: number | undefined;
  extra_address_prices?: readonly AddressPrice[] | undefined;
}

type Size = Pick<Plan, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'images' | 'kind' | 'bounds'>;
export type Terms = Size & Pick<Plan, 'tax_included' | 'trial_days' | 'prices' | 'extra_addresses'>;

/**
 * Returns complete, checked terms. Throws a validation error that lists all problems, beginning with those in `wrong`.
 */
export function readTerms(given: NewTerms, before: Terms | undefined, wrong: readonly ErrorDetail[] = []): Terms {
  const prices = readPrices(given) ?? before?.prices ?? [];
  const { vcpus, memory_mb, disk_gb, image, kind } = { ...USUAL_PLAN, ...before, ...withoutAbsent(given) };
  const { tax_included = before?.tax_included ?? false, trial_days = before?.trial_days ?? 0 } = given;
  const others = given.images ?? before?.images.filter((other) => other !== before.image) ?? [];
  const images = [...new Set([image, ...others])];
  const { processes, network_mbps, disk_iops, nesting } = given;
  const bounds: VpsBounds = {
    processes: processes ?? before?.bounds.processes,
    networkMbps: network_mbps ?? before?.bounds.networkMbps,
    diskIops: disk_iops ?? before?.bounds.diskIops,
    nesting: (nesting ?? before?.bounds.nesting) || undefined,
    traffic: readTraffic(given, before?.bounds.traffic),
  };
  const extra_addresses = readExtraAddresses(given, before?.extra_addresses ?? null);
  const details = [
    ...wrong,
    ...checkPrices(prices, given.price === undefined ? 0 : 1),
    ...checkImages(images),
    ...checkAmounts({ vcpus, memory_mb, disk_gb, processes, network_mbps, disk_iops }),
    ...checkTrial(trial_days),
    ...checkTraffic(given, bounds.traffic, prices),
    ...checkExtraAddresses(given, extra_addresses, prices),
  ];
  if (details.length > 0) throw validationError(details);
  return { vcpus, memory_mb, disk_gb, image, images, kind, bounds, tax_included, trial_days, prices, extra_addresses };
}

/** Returns undefined if no price is given. */
function readPrices(given: NewTerms): PlanPrice[] | undefined {
  const { price, currency = USUAL_PLAN.currency, billing_period: period = USUAL_PLAN.billing_period } = given;
  if (price === undefined && given.prices === undefined) return undefined;
  const first = price === undefined ? [] : [{ price, currency, period }];
  return [...first, ...(given.prices ?? [])].map((one: NewPrice) => ({
    period: one.period,
    currency: one.currency.toUpperCase(),
    price: one.price,
    setup_fee: one.setup_fee ?? given.setup_fee ?? 0,
    monthly_cap: one.monthly_cap ?? null,
  }));
}

/** The first `single` prices were given in their own fields and not as elements of `prices`. */
function checkPrices(prices: readonly PlanPrice[], single: number): ErrorDetail[] {
  if (prices.length === 0) return [fieldErrors.plan_price_missing('price')];
  if (prices.length > MAX_PRICES) return [fieldErrors.plan_too_many('prices', { max: MAX_PRICES })];
  const seen = new Set<string>();
  return prices.flatMap((price, index) => {
    const place = index < single ? '' : `prices[${index - single}].`;
    const key = `${price.period} ${price.currency}`;
    const twice = seen.has(key);
    seen.add(key);
    return [
      ...checkMoney(`${place}price`, price.price, price.period === 'hourly' ? MAX_HOURLY_PRICE : MAX_PRICE),
      ...checkCurrency(`${place}currency`, price.currency),
      ...checkMoney(`${place}setup_fee`, price.setup_fee),
      ...(price.monthly_cap === null ? [] : checkCap(`${place}monthly_cap`, price)),
      ...(twice
        ? [fieldErrors.plan_price_repeated(`${place}period`, { currency: price.currency, period: price.period })]
        : []),
    ];
  });
}

function checkMoney(field: string, amount: number, most = MAX_PRICE): ErrorDetail[] {
  if (Number.isInteger(amount) && amount >= 0 && amount <= most) return [];
  return [general.not_whole_between(field, { min: 0, max: most })];
}

function checkCap(field: string, { period, price, monthly_cap }: PlanPrice): ErrorDetail[] {
  if (period !== 'hourly') return [fieldErrors.only_for_hourly_prices(field)];
  if ((monthly_cap ?? 0) < price) return [fieldErrors.cap_below_hourly_price(field)];
  return checkMoney(field, monthly_cap ?? 0);
}

function checkCurrency(field: string, currency: string): ErrorDetail[] {
  return CURRENCY.test(currency) ? [] : [general.not_currency(field)];
}

function checkImages(images: readonly string[]): ErrorDetail[] {
  if (images.some((image) => image.trim() === '')) return [general.empty('image')];
  return images.length > MAX_IMAGES ? [fieldErrors.plan_too_many('images', { max: MAX_IMAGES })] : [];
}

function checkTrial(days: number): ErrorDetail[] {
  if (Number.isInteger(days) && days >= 0 && days <= MAX_TRIAL_DAYS) return [];
  return [general.not_whole_between('trial_days', { min: 0, max: MAX_TRIAL_DAYS })];
}

/** A size may be absent, but must be at least 1. */
function checkAmounts(amounts: Record<string, number | undefined>): ErrorDetail[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 1))
    .map(([field]) => general.not_whole_at_least(field, { min: 1 }));
}

function withoutAbsent<T extends object>(given: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
