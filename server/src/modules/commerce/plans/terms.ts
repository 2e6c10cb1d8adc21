import type { VpsBounds, VpsKind } from '../../../engines/vps/driver.ts';
import { type ErrorDetail, validationError } from '../../../kernel/errors.ts';
import type { BillingPeriod, PlanPrice } from './schemas.ts';
import type { Plan } from './service.ts';

/** No more can be charged in one line of an invoice; of an hour, also when the line is of a whole month. */
const MAX_PRICE = 10 ** 11;
const MAX_HOURLY_PRICE = 10 ** 8;
const MAX_TRIAL_DAYS = 365;
/** More than anybody has, so that a list of plans stays one page. */
const MAX_PRICES = 50;
const MAX_IMAGES = 50;
const CURRENCY = /^[A-Z]{3}$/;

/** What a plan is unless it says otherwise. */
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
  /** ISO 4217 code. */
  currency: string;
  price: number;
  setup_fee?: number | undefined;
  monthly_cap?: number | null | undefined;
}

/** What a version of a plan says. Whatever is absent is as it was, or as usual. */
export interface NewTerms {
  /** For one period, in minor units of the currency: one price, before those in `prices`. */
  price?: number | undefined;
  currency?: string | undefined;
  billing_period?: BillingPeriod | undefined;
  prices?: readonly NewPrice[] | undefined;
  /** Of the prices that say none. */
  setup_fee?: number | undefined;
  tax_included?: boolean | undefined;
  trial_days?: number | undefined;
  vcpus?: number | undefined;
  memory_mb?: number | undefined;
  disk_gb?: number | undefined;
  /** What its servers are usually made from. */
  image?: string | undefined;
  /** What else they may be made from. */
  images?: readonly string[] | undefined;
  kind?: VpsKind | undefined;
  processes?: number | undefined;
  network_mbps?: number | undefined;
  disk_iops?: number | undefined;
  nesting?: boolean | undefined;
}

type Size = Pick<Plan, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'images' | 'kind' | 'bounds'>;
export type Terms = Size & Pick<Plan, 'tax_included' | 'trial_days' | 'prices'>;

/** Whole and checked, or a validation error that names everything that is wrong, after what is wrong already. */
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
  };
  const details = [
    ...wrong,
    ...checkPrices(prices, given.price === undefined ? 0 : 1),
    ...checkImages(images),
    ...checkAmounts({ vcpus, memory_mb, disk_gb, processes, network_mbps, disk_iops }),
    ...checkTrial(trial_days),
  ];
  if (details.length > 0) throw validationError(details);
  return { vcpus, memory_mb, disk_gb, image, images, kind, bounds, tax_included, trial_days, prices };
}

/** Undefined when nothing is said of prices at all. */
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

/** The first `single` of them are told by their own fields and not as elements of `prices`. */
function checkPrices(prices: readonly PlanPrice[], single: number): ErrorDetail[] {
  if (prices.length === 0) return [{ field: 'price', message: 'is missing: a plan has at least one.' }];
  if (prices.length > MAX_PRICES) return [{ field: 'prices', message: `must be ${MAX_PRICES} at most.` }];
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
      ...(twice ? [{ field: `${place}period`, message: `is said twice for ${price.currency}: ${price.period}.` }] : []),
    ];
  });
}

function checkMoney(field: string, amount: number, most = MAX_PRICE): ErrorDetail[] {
  if (Number.isInteger(amount) && amount >= 0 && amount <= most) return [];
  return [{ field, message: `must be a whole number from 0 to ${most}.` }];
}

function checkCap(field: string, { period, price, monthly_cap }: PlanPrice): ErrorDetail[] {
  if (period !== 'hourly') return [{ field, message: 'is for hourly prices only.' }];
  if ((monthly_cap ?? 0) < price) return [{ field, message: 'must not be less than the price of an hour.' }];
  return checkMoney(field, monthly_cap ?? 0);
}

function checkCurrency(field: string, currency: string): ErrorDetail[] {
  return CURRENCY.test(currency) ? [] : [{ field, message: 'must be three letters, like EUR.' }];
}

function checkImages(images: readonly string[]): ErrorDetail[] {
  if (images.some((image) => image.trim() === '')) return [{ field: 'image', message: 'must not be empty.' }];
  return images.length > MAX_IMAGES ? [{ field: 'images', message: `must be ${MAX_IMAGES} at most.` }] : [];
}

function checkTrial(days: number): ErrorDetail[] {
  if (Number.isInteger(days) && days >= 0 && days <= MAX_TRIAL_DAYS) return [];
  return [{ field: 'trial_days', message: `must be a whole number from 0 to ${MAX_TRIAL_DAYS}.` }];
}

/** What is said of its size at all must be something. */
function checkAmounts(amounts: Record<string, number | undefined>): ErrorDetail[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 1))
    .map(([field]) => ({ field, message: 'must be a whole number of at least 1.' }));
}

function withoutAbsent<T extends object>(given: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
