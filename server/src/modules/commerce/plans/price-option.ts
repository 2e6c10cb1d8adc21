import { validationError } from '#kernel/errors.ts';
import { BILLING_PERIODS, type BillingPeriod } from './schemas.ts';
import type { NewPrice, NewTerms } from './terms.ts';

interface Given {
  price: readonly string[];
  hourly: readonly string[];
  currency: string | undefined;
  period: BillingPeriod | undefined;
}

/**
 * Parses price options. `990` uses `--currency` and `--period`; `monthly:EUR:990` and `yearly:EUR:9900:500` (with a
 * setup fee) are complete.
 */
export function readPriceOptions({ price, hourly, currency, period }: Given): NewTerms {
  const plain = price.filter((text) => /^\d+$/.test(text));
  if (plain.length > 1)
    throw refuse('price', 'has more than one plain number: say which is which, like monthly:EUR:990.');
  const prices = [
    ...price.filter((text) => !plain.includes(text)).map(readPrice),
    ...hourly.map((text): NewPrice => readHourly(text)),
  ];
  if (plain.length === 0 && prices.length === 0) return {};
  const single = plain[0] === undefined ? {} : { price: Number(plain[0]), currency, billing_period: period };
  return { ...single, prices };
}

function readPrice(text: string): NewPrice {
  const [period, currency = '', price = '', fee, ...more] = text.split(':');
  const known = BILLING_PERIODS.find((name) => name === period);
  if (!known || known === 'hourly' || !isNumber(price) || (fee !== undefined && !isNumber(fee)) || more.length > 0) {
    throw refuse('price', 'must be a number, or like monthly:EUR:990, or yearly:EUR:9900:500 with a setup fee.');
  }
  return { period: known, currency, price: Number(price), setup_fee: fee === undefined ? undefined : Number(fee) };
}

function readHourly(text: string): NewPrice {
  const [currency = '', price = '', cap, ...more] = text.split(':');
  if (!isNumber(price) || (cap !== undefined && !isNumber(cap)) || more.length > 0) {
    throw refuse('hourly', 'must be like EUR:2, or EUR:2:990 where a month costs 9.90 at most.');
  }
  return { period: 'hourly', currency, price: Number(price), monthly_cap: cap === undefined ? null : Number(cap) };
}

interface GivenOptions {
  traffic_price: readonly string[];
  extra_address_price: readonly string[];
}

/** Parses prices of traffic and of extra addresses, such as `EUR:1`. */
export function readOptionPrices({ traffic_price, extra_address_price }: GivenOptions) {
  return {
    ...(traffic_price.length > 0
      ? { traffic_prices: traffic_price.map((text) => readByCurrency('traffic_price', text, 'EUR:1')) }
      : {}),
    ...(extra_address_price.length > 0
      ? {
          extra_address_prices: extra_address_price.map((text) =>
            readByCurrency('extra_address_price', text, 'EUR:200'),
          ),
        }
      : {}),
  };
}

function readByCurrency(field: string, text: string, example: string): { currency: string; price: number } {
  const [currency = '', price = '', ...more] = text.split(':');
  if (!isNumber(price) || more.length > 0) throw refuse(field, `must be like ${example}.`);
  return { currency, price: Number(price) };
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function refuse(field: string, message: string) {
  return validationError([{ field, message }]);
}
