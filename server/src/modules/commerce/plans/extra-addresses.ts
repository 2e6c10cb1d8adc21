import { type ErrorDetail, fieldErrors as general } from '#kernel/errors.ts';
import { fieldErrors } from './errors.ts';
import type { PlanPrice } from './schemas.ts';

/** Extra addresses that customers can add to a server of the plan. */
export interface ExtraAddresses {
  /** Addresses per server. */
  readonly max: number;
  /** Price of an address per calendar month in minor units, by currency. */
  readonly prices: Readonly<Record<string, number>>;
}

export interface AddressPrice {
  currency: string;
  /** Price of an address per calendar month, in minor units. */
  price: number;
}

interface GivenAddresses {
  extra_addresses_max?: number | undefined;
  extra_address_prices?: readonly AddressPrice[] | undefined;
}

/** Extra addresses of one server. Each is a network interface of its own. */
export const MOST_EXTRA_ADDRESSES = 16;
const MAX_ADDRESS_PRICE = 10 ** 8;

/** Returns null if the plan offers none. Absent fields keep the value of the previous version. */
export function readExtraAddresses(given: GivenAddresses, before: ExtraAddresses | null): ExtraAddresses | null {
  const max = given.extra_addresses_max ?? before?.max ?? 0;
  if (max === 0) return null;
  const prices = given.extra_address_prices?.map(({ currency, price }) => [currency.toUpperCase(), price] as const);
  return { max, prices: prices ? Object.fromEntries(prices) : (before?.prices ?? {}) };
}

export function checkExtraAddresses(
  given: GivenAddresses,
  offered: ExtraAddresses | null,
  prices: readonly PlanPrice[],
): ErrorDetail[] {
  if (!offered) {
    const isPriced = (given.extra_address_prices?.length ?? 0) > 0;
    return isPriced ? [fieldErrors.extra_addresses_max_required('extra_addresses_max')] : [];
  }
  const missing = [...new Set(prices.map(({ currency }) => currency))].filter(
    (currency) => offered.prices[currency] === undefined,
  );
  return [
    ...checkNumber('extra_addresses_max', offered.max, 0, MOST_EXTRA_ADDRESSES),
    ...Object.values(offered.prices).flatMap((price) =>
      checkNumber('extra_address_price', price, 1, MAX_ADDRESS_PRICE),
    ),
    ...missing.map((currency) => fieldErrors.extra_address_price_missing('extra_address_price', { currency })),
  ];
}

function checkNumber(field: string, value: number, least: number, most: number): ErrorDetail[] {
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  return [general.not_whole_between(field, { min: least, max: most })];
}

/** The offer as staff see it. */
export function viewExtraAddresses(offered: ExtraAddresses | null) {
  const prices = Object.entries(offered?.prices ?? {});
  return {
    extra_addresses_max: offered?.max ?? 0,
    extra_address_prices: prices.map(([currency, price]) => ({ currency, price })),
  };
}
